/**
 * The editor: CodeMirror 6 with a hand-picked set of extensions, loaded when the reader first edits. It keeps the row
 * height and the gutter of the static code, so that nothing moves when it takes its place. Escape
 * twice, or Escape and Tab, leaves it.
 */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab, simplifySelection } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, RangeSet, type Range, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  gutter,
  gutterLineClass,
  GutterMarker,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { MAX_SOURCE } from '../../engine/report/types.ts';
import type { LineFacts } from '../model/lines.ts';
import { type Lit, lineKey } from '../model/links.ts';
import { pasted } from '../model/paste.ts';
import { useWords, WordsCtx } from '../parts/context.ts';
import type { Links } from '../parts/links.ts';
import { useSite } from '../parts/site.ts';
import { STARTER } from '../state/drafts.ts';
import type { Words } from '../strings.ts';
import { Gutter } from './CodePane.tsx';
import { completion } from './completion.ts';
import { phrasesIn } from './phrases.ts';

/** Weight and value before hue, and ink tokens that pass AA on paper in both themes. */
const ink = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword, tags.operatorKeyword, tags.bool, tags.null], class: 'k' },
  { tag: [tags.string, tags.special(tags.string)], class: 's' },
  { tag: tags.comment, class: 'c' },
]);

interface Marks {
  facts: ReadonlyMap<number, LineFacts> | null;
  line: number | null;
  lit: Lit;
}

const setMarks = StateEffect.define<Marks>();
const NOTHING: Marks = { facts: null, line: null, lit: new Set() };

const marks = StateField.define<Marks>({
  create: () => NOTHING,
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setMarks)) return e.value;
    return value;
  },
});

/** Lines of the cursor and lines that are lit, drawn by the editor itself: it owns its DOM. */
const lines = EditorView.decorations.compute([marks, 'doc'], (state): DecorationSet => {
  const { line, lit, facts } = state.field(marks);
  if (!facts) return Decoration.none;
  const out: Range<Decoration>[] = [];
  for (let n = 1; n <= state.doc.lines; n++) {
    const cls = [n === line ? 'cur' : '', lit.has(lineKey(n)) ? 'lit' : ''].filter(Boolean).join(' ');
    if (cls) out.push(Decoration.line({ class: cls }).range(state.doc.line(n).from));
  }
  return RangeSet.of(out);
});

/** The bar at the line of the cursor stands in the gutter: it covers no letter. */
const bar = new (class extends GutterMarker {
  override elementClass = 'cur';
})();
const barOf = gutterLineClass.compute([marks, 'doc'], (state) => {
  const { line, facts } = state.field(marks);
  return facts && line !== null && line <= state.doc.lines ? RangeSet.of([bar.range(state.doc.line(line).from)]) : RangeSet.empty;
});

class FactsMarker extends GutterMarker {
  facts: LineFacts;
  t: Words;
  constructor(facts: LineFacts, t: Words) {
    super();
    this.facts = facts;
    this.t = t;
  }
  override eq(other: GutterMarker): boolean {
    return other instanceof FactsMarker && other.facts === this.facts;
  }
  override toDOM(): Node {
    const el = document.createElement('span');
    el.className = 'gt';
    createRoot(el).render(
      <WordsCtx value={this.t}>
        <Gutter facts={this.facts} />
      </WordsCtx>,
    );
    return el;
  }
}

/** Scrolls the editor, and nothing around it, so that a line is seen. */
function show(v: EditorView, n: number): void {
  if (n <= v.state.doc.lines) v.dispatch({ effects: EditorView.scrollIntoView(v.state.doc.line(n).from, { y: 'nearest', yMargin: 24 }) });
}

/** A state of the editor as its own JSON: its extensions are of the editor that stands there. */
export type Kept = Readonly<Record<string, unknown>>;
const KEPT = { history: historyField };

export interface EditorProps {
  text: string;
  onText: (text: string) => void;
  onRun?: (() => void) | undefined;
  onDone: () => void;
  onLine: (line: number, activate: boolean) => void;
  facts: ReadonlyMap<number, LineFacts> | null;
  line: number | null;
  /** A line that was asked for outside: the caret goes there. */
  jump: { readonly line: number } | null;
  /** What can be undone and where the caret is, kept while the editor is away. */
  kept: { current: Kept | null };
  /** How far the pane is scrolled, with and without the editor. */
  top: { current: number };
  links: Links;
  wrap: boolean;
}

export function Editor(props: EditorProps) {
  const t = useWords();
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const now = useRef(props);
  now.current = props;
  const names = useRef(useSite()?.names);
  const lit = useRef<Lit>(new Set());
  const wrapping = useRef(new Compartment());
  const drawn = useRef(false);
  const asked = useRef(props.jump);
  const escaped = useRef(false);

  useLayoutEffect(() => {
    const extensions = [
      marks,
      lines,
      barOf,
      wrapping.current.of(now.current.wrap ? EditorView.lineWrapping : []),
      gutter({
        class: 'cm-facts',
        lineMarker(v2, block) {
          const n = v2.state.doc.lineAt(block.from).number;
          const f = v2.state.field(marks).facts?.get(n);
          return f ? new FactsMarker(f, t) : null;
        },
        lineMarkerChange: (u) => u.startState.field(marks).facts !== u.state.field(marks).facts,
      }),
      lineNumbers(),
      history(),
      drawSelection(),
      EditorView.clipboardInputFilter.of(pasted),
      // Invisible and turning characters are shown: a program reads as it runs.
      highlightSpecialChars(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      highlightSelectionMatches(),
      indentUnit.of('    '),
      EditorState.tabSize.of(4),
      python(),
      completion(names.current),
      EditorState.phrases.of(phrasesIn(t.lang)),
      syntaxHighlighting(ink),
      // A text too large for the lab is not taken over; the reader is told and offered a file.
      EditorState.transactionFilter.of((tr) => {
        if (!tr.docChanged || tr.newDoc.length <= MAX_SOURCE) return tr;
        const refused = tr.newDoc.toString();
        queueMicrotask(() => now.current.onText(refused));
        return [];
      }),
      EditorView.updateListener.of((u) => {
        if (u.docChanged) now.current.onText(u.state.doc.toString());
        if (u.selectionSet) now.current.onLine(u.state.doc.lineAt(u.state.selection.main.head).number, false);
      }),
      EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': t('editor'), 'aria-description': t('editHint') }),
      EditorView.domEventHandlers({
        keydown: (e) => {
          if (e.key !== 'Escape') escaped.current = false;
        },
      }),
      keymap.of([
        { key: 'Mod-Enter', run: () => (now.current.onRun?.(), true) },
        ...closeBracketsKeymap,
        ...defaultKeymap.filter(({ key }) => key !== 'Escape'),
        ...searchKeymap,
        ...historyKeymap,
        indentWithTab,
        // Last: an Escape that closes a list or a search leaves nothing.
        {
          key: 'Escape',
          run: (v2) => {
            if (escaped.current) now.current.onDone();
            // The first lets go of what is selected: that is no third one.
            else simplifySelection(v2);
            escaped.current = !escaped.current;
            return !escaped.current;
          },
        },
      ]),
    ];
    const { top, kept, text } = now.current;
    // What was changed meanwhile (an original restored) is one more change, below.
    const state = kept.current ? EditorState.fromJSON(kept.current, { extensions }, KEPT) : EditorState.create({ doc: text, extensions });
    const v = new EditorView({ parent: host.current!, state });
    view.current = v;
    v.scrollDOM.scrollTop = top.current;
    v.contentDOM.focus({ preventScroll: true });
    // What a new program begins with is typed over.
    if (!kept.current && v.state.doc.toString() === STARTER) v.dispatch({ selection: { anchor: 0, head: v.state.doc.length } });
    const stop = now.current.links.subscribe((keys) => {
      if (keys === lit.current) return;
      lit.current = keys;
      v.dispatch({ effects: setMarks.of({ facts: now.current.facts, line: now.current.line, lit: keys }) });
    });
    return () => {
      stop();
      top.current = v.scrollDOM.scrollTop;
      kept.current = v.state.toJSON(KEPT) as Kept;
      v.destroy();
      view.current = null;
    };
  }, [t]);

  // Text that came from outside (an original restored, another program) replaces what is shown.
  useLayoutEffect(() => {
    const v = view.current;
    if (v && v.state.doc.toString() !== props.text) v.dispatch({ changes: { from: 0, to: v.state.doc.length, insert: props.text } });
  }, [props.text]);

  useLayoutEffect(() => {
    const v = view.current;
    v?.dispatch({ effects: setMarks.of({ facts: props.facts, line: props.line, lit: lit.current }) });
    // Where it opens it takes the place of the code as that stood.
    if (v && props.facts && props.line !== null && drawn.current) show(v, props.line);
    drawn.current = true;
  }, [props.facts, props.line]);

  useLayoutEffect(() => {
    const v = view.current;
    if (asked.current === props.jump) return;
    asked.current = props.jump;
    const n = props.jump?.line;
    if (!v || n === undefined || n > v.state.doc.lines) return;
    v.dispatch({ selection: { anchor: v.state.doc.line(n).from } });
    show(v, n);
    v.focus();
  }, [props.jump]);

  // What is said above the panes takes some of the room: where the run stands, or else the caret, stays in view.
  useLayoutEffect(() => {
    const v = view.current;
    if (!v) return;
    let height = v.scrollDOM.clientHeight;
    const lower = new ResizeObserver(() => {
      const { facts, line } = now.current;
      const n = (facts ? line : null) ?? v.state.doc.lineAt(v.state.selection.main.head).number;
      const seen = n <= v.state.doc.lines && v.lineBlockAt(v.state.doc.line(n).from).top < v.scrollDOM.scrollTop + height;
      if (v.scrollDOM.clientHeight < height && seen) show(v, n);
      height = v.scrollDOM.clientHeight;
    });
    lower.observe(v.scrollDOM);
    return () => lower.disconnect();
  }, []);

  useLayoutEffect(() => {
    view.current?.dispatch({ effects: wrapping.current.reconfigure(props.wrap ? EditorView.lineWrapping : []) });
  }, [props.wrap]);

  return <div className="code cm" ref={host} dir="ltr" />;
}
