/**
 * The program with what the run did on each line: glyphs and counts in the gutter, the line of the cursor marked.
 * Lines come highlighted from the build where it gave them; otherwise they are coloured here by weight.
 * Becomes an editor (CodeMirror, loaded then) on Edit or a double click; the height stays, nothing moves.
 */
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { highlight, type Token, unturned } from '../model/highlight.ts';
import { type Glyph, type LineFacts, lineFacts } from '../model/lines.ts';
import { lineKey } from '../model/links.ts';
import type { RankRun, RunModel } from '../model/run.ts';
import { count, type StringKey } from '../strings.ts';
import { useWords } from '../parts/context.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';
import type { Links } from '../parts/links.ts';
import { Pane } from '../parts/Pane.tsx';
import { useServed } from '../state/served.ts';
import { keepWraps, wraps } from '../state/wrap.ts';
import { Editing, fetchEditor } from './Editing.tsx';
import type { Kept } from './Editor.tsx';

export const GLYPHS: Record<Glyph, { icon: IconName; word: StringKey; className: string }> = {
  break: { icon: 'break', word: 'glyphBreak', className: 'gi-break' },
  wait: { icon: 'wait', word: 'glyphWait', className: 'gi-sync' },
  host: { icon: 'host', word: 'glyphHost', className: 'gi-host' },
  compile: { icon: 'compile', word: 'glyphCompile', className: 'gi-comp' },
  collective: { icon: 'collective', word: 'glyphCollective', className: 'gi-part' },
  error: { icon: 'error', word: 'glyphError', className: 'gi-sync' },
};

export interface CodeProps {
  text: string;
  /** Highlighted lines from the build, for the text as it was then. */
  html?: { text: string; lines: readonly string[] } | undefined;
  model: RunModel | null;
  rank: RankRun | null;
  /** The text of the run: gutter facts belong to it alone. */
  ranText: string | null;
  line: number | null;
  selected: number | null;
  onLine: (line: number, activate: boolean) => void;
  /** A line that was asked for elsewhere, for the editor. */
  jump?: { readonly line: number } | null;
  editing: boolean;
  /** What the editor keeps while it is away, for as long as the program is at hand. */
  kept?: { current: Kept | null };
  onEdit?: ((on: boolean) => void) | undefined;
  onText?: ((text: string) => void) | undefined;
  onRun?: (() => void) | undefined;
  links: Links;
  /** Long lines are wrapped until the reader chooses otherwise. */
  wraps?: boolean;
  /** Said where the run shown is not of this text or these options. */
  stale?: string | null;
  tab?: { id: string; labelledBy: string } | undefined;
}

export function CodePane(props: CodeProps) {
  const t = useWords();
  const { model, rank, text } = props;
  const fresh = props.ranText === text;
  const facts = useMemo(() => (model && rank ? lineFacts(model, rank) : new Map<number, LineFacts>()), [model, rank]);
  const ops = rank?.ops.length ?? 0;
  const served = useServed();
  const [chosen, setWrap] = useState(() => wraps(props.wraps === true));
  const wrap = served ? props.wraps === true : chosen;
  const top = useRef(0);
  const own = useRef<Kept | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Pane
      name="code"
      title={t('code')}
      tab={props.tab}
      end={
        <>
          {props.stale ? (
            <span className="lab">{props.stale}</span>
          ) : model && fresh ? (
            <span className="lab num">{count(t, ops, 'nOperators', 'oneOperator')}</span>
          ) : null}
          <button
            type="button"
            className="tool"
            aria-pressed={wrap}
            title={t('wrapLong')}
            onClick={() => {
              setWrap(!wrap);
              keepWraps(!wrap);
            }}
          >
            {t('wrap')}
          </button>
          {props.onEdit ? (
            <button
              ref={button}
              type="button"
              className="tool"
              onClick={() => props.onEdit?.(!props.editing)}
              onPointerEnter={() => void fetchEditor()}
              aria-pressed={props.editing}
            >
              {t(props.editing ? 'editDone' : 'edit')}
            </button>
          ) : null}
        </>
      }
    >
      {props.editing && props.onText ? (
        <Editing
          text={text}
          onText={props.onText}
          onRun={props.onRun}
          onDone={() => {
            props.onEdit?.(false);
            button.current?.focus();
          }}
          onLine={props.onLine}
          facts={fresh ? facts : null}
          line={fresh ? props.line : null}
          jump={props.jump ?? null}
          top={top}
          kept={props.kept ?? own}
          links={props.links}
          wrap={wrap}
          meanwhile={<Lines {...props} facts={facts} fresh={fresh} wrap={wrap} top={top} />}
        />
      ) : (
        <Lines {...props} facts={facts} fresh={fresh} wrap={wrap} top={top} />
      )}
    </Pane>
  );
}

function Lines(props: CodeProps & { facts: ReadonlyMap<number, LineFacts>; fresh: boolean; wrap: boolean; top: { current: number } }) {
  const t = useWords();
  const lines = useMemo(() => props.text.replace(/\n$/, '').split('\n'), [props.text]);
  const ref = useRef<HTMLDivElement>(null);
  // The line of the cursor stays in view: the pane scrolls, the page never does. Lines around it are shown too, but not
  // at first: what stood there before the scripts does not move for their sake. A pane that gets lower keeps it as well.
  const { top } = props;
  useLayoutEffect(() => {
    const box = ref.current?.closest<HTMLElement>('.pb');
    if (!box) return;
    if (top.current > 0) box.scrollTop = top.current; // else not: it would lay out the page before its time
    return () => {
      top.current = box.scrollTop;
    };
  }, [top]);
  const drawn = useRef(false);
  const steps = props.rank?.steps;
  useLayoutEffect(() => {
    const line = props.line === null ? null : ref.current?.querySelector<HTMLElement>(`[data-line="${props.line}"]`);
    const box = line?.closest<HTMLElement>('.pb');
    if (!line || !box) return;
    const keep = (around: number) => {
      const top = line.offsetTop - (ref.current?.offsetTop ?? 0);
      const row = line.offsetHeight;
      if (top < box.scrollTop + around * row) box.scrollTop = top - around * row;
      else if (top + row > box.scrollTop + box.clientHeight - around * row) box.scrollTop = top + row - box.clientHeight + around * row;
    };
    // A program that is opened at its start is read from its first line.
    const start = !drawn.current && steps?.[0]?.line === props.line;
    if (!start) keep(drawn.current ? 2 : 0);
    drawn.current = true;
    let height = 0; // told at once, after the layout
    const lower = new ResizeObserver(() => {
      const now = box.clientHeight;
      if (now < height && line.offsetTop - (ref.current?.offsetTop ?? 0) + line.offsetHeight <= box.scrollTop + height) keep(0);
      height = now;
    });
    lower.observe(box);
    return () => lower.disconnect();
  }, [props.line, steps]);
  const tokens = useMemo(() => (props.html?.text === props.text ? null : highlight(lines)), [props.html, props.text, lines]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a program is a group of lines, not a set of form fields
    <div
      ref={ref}
      className={`code${lines.length > 999 ? ' d5' : lines.length > 99 ? ' d3' : ''}${props.wrap ? ' wrapped' : ''}`}
      role="group"
      aria-label={t('program')}
      onDoubleClick={() => props.onEdit?.(true)}
      onClick={(e) => {
        const line = (e.target as Element).closest<HTMLElement>('[data-line]')?.dataset.line;
        if (line && getSelection()?.isCollapsed !== false) props.onLine(Number(line), true);
      }}
      onFocus={(e) => {
        const line = (e.target as HTMLElement).dataset.line;
        if (line) props.onLine(Number(line), false);
      }}
      onKeyDown={(e) => {
        const line = (e.target as HTMLElement).dataset.line;
        if (e.key !== 'Enter' || !line) return;
        e.preventDefault();
        props.onLine(Number(line), true);
      }}
    >
      {Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, b) => {
        const [first, end] = [b * BLOCK, Math.min(lines.length, (b + 1) * BLOCK)];
        const within = (line: number | null) => (line !== null && line > first && line <= end ? line : null);
        return (
          <LineBlock
            // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place in the program
            key={b}
            first={first}
            end={end}
            lines={lines}
            html={tokens ? null : props.html!.lines}
            tokens={tokens}
            facts={props.fresh ? props.facts : null}
            current={props.fresh ? within(props.line) : null}
            selected={within(props.selected)}
            far={lines.length > 2 * BLOCK}
          />
        );
      })}
    </div>
  );
}

/** Lines drawn together. */
const BLOCK = 200;

/**
 * Some lines of the program. In a long program those far from what is seen stand as one text: it can be searched and
 * copied and takes the same room, and thousands of lines cost no more than the few in view.
 */
const LineBlock = memo(function LineBlock(props: {
  first: number;
  end: number;
  lines: readonly string[];
  html: readonly string[] | null;
  tokens: readonly (readonly Token[])[] | null;
  facts: ReadonlyMap<number, LineFacts> | null;
  current: number | null;
  selected: number | null;
  far: boolean;
}) {
  const { first, end, current, selected } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(!props.far || first === 0);
  useLayoutEffect(() => {
    if (near || !ref.current) return;
    const seen = new IntersectionObserver((rows) => rows.some((r) => r.isIntersecting) && setNear(true), { rootMargin: '600px' });
    seen.observe(ref.current);
    return () => seen.disconnect();
  }, [near]);
  if (!near && current === null && selected === null) {
    return (
      <div ref={ref} className="far">
        {props.lines.slice(first, end).map(unturned).join('\n')}
      </div>
    );
  }
  return props.lines.slice(first, end).map((_, k) => {
    const i = first + k;
    return (
      <Line
        // A line is its place in the program.
        key={i}
        n={i + 1}
        html={props.html ? (props.html[i] ?? '') : null}
        tokens={props.tokens ? props.tokens[i]! : null}
        facts={props.facts?.get(i + 1)}
        current={current === i + 1}
        selected={selected === i + 1}
      />
    );
  });
});

const Line = memo(function Line(props: {
  n: number;
  html: string | null;
  tokens: readonly { kind: string; text: string }[] | null;
  facts: LineFacts | undefined;
  current: boolean;
  selected: boolean;
}) {
  const { facts } = props;
  return (
    <div
      className={`ln${props.current ? ' cur' : ''}${props.selected ? ' sel' : ''}`}
      data-line={props.n}
      data-k={facts ? lineKey(props.n) : undefined}
      data-rove=""
      tabIndex={-1}
      aria-current={props.current ? 'step' : undefined}
    >
      <span className="gt">{facts ? <Gutter facts={facts} /> : null}</span>
      <span className="no">{props.n}</span>
      {props.html !== null ? (
        // Made by the build from the same text; nothing of the reader's reaches it.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        <span className="tx" dangerouslySetInnerHTML={{ __html: props.html || ' ' }} />
      ) : (
        <span className="tx">
          {props.tokens!.length === 0
            ? ' '
            : props.tokens!.map((tok, i) =>
                tok.kind ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other identity
                  <span key={i} className={tok.kind}>
                    {unturned(tok.text)}
                  </span>
                ) : (
                  unturned(tok.text)
                ),
              )}
        </span>
      )}
    </div>
  );
});

export function Gutter({ facts }: { facts: LineFacts }) {
  const t = useWords();
  return (
    <>
      {facts.glyphs.map((g) => (
        <span key={g} className={GLYPHS[g].className} title={t(GLYPHS[g].word)}>
          <Icon name={GLYPHS[g].icon} />
          <span className="vh">{t(GLYPHS[g].word)}</span>
        </span>
      ))}
      {facts.ops > 0 ? (
        <b title={count(t, facts.ops, 'nOperators', 'oneOperator')}>{facts.ops > 9999 ? `${Math.floor(facts.ops / 1000)}k` : facts.ops}</b>
      ) : null}
    </>
  );
}
