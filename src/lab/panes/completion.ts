/**
 * Completion in the editor: names of the program, keywords and built-in names from the grammar of CodeMirror's Python
 * mode, members of modules from the engine's own names (model/suggest.ts). Those are a file of the site, fetched when a
 * dot or an import first calls for them.
 */
import { acceptCompletion, autocompletion, type CompletionSource } from '@codemirror/autocomplete';
import { globalCompletion, localCompletionSource } from '@codemirror/lang-python';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { type Names, suggest, wantsNames } from '../model/suggest.ts';

/** Milliseconds that the parser may take for it. */
const UP_TO_DATE = 200;

/** Text that is not code. */
const PROSE = /^(String|FormatString|Comment)$/;

const members =
  (fetchNames: () => Promise<Names>): CompletionSource =>
  async (context) => {
    const { state, pos } = context;
    if (!wantsNames(state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from))) return null;
    // A tree that lags behind the typing takes the code for the text that stood there: it is brought up to date.
    if (PROSE.test((ensureSyntaxTree(state, pos, UP_TO_DATE) ?? syntaxTree(state)).resolveInner(pos, -1).name)) return null;
    const names = await fetchNames().catch(() => null); // no network: the names of the program are offered all the same
    if (!names || context.aborted) return null;
    const text = state.doc.toString();
    const found = suggest(names, text, text.slice(0, pos));
    if (!found) return null;
    return {
      from: found.from,
      options: found.list.map(({ name, of, kind }) => ({ label: name, type: kind, ...(of ? { detail: of } : {}) })),
      validFor: /^\w*$/,
    };
  };

/** A name after a dot is a member: what the program or the language calls so is none, though a tree that lags behind the typing may say it. */
const notMember =
  (source: CompletionSource): CompletionSource =>
  (context) =>
    context.matchBefore(/\.\s*\w*$/) ? null : source(context);

export const completion = (fetchNames: (() => Promise<Names>) | undefined): Extension => [
  autocompletion({ icons: false, override: [...[localCompletionSource, globalCompletion].map(notMember), ...(fetchNames ? [members(fetchNames)] : [])] }),
  keymap.of([{ key: 'Tab', run: acceptCompletion }]),
];
