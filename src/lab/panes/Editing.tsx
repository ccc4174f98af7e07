/**
 * The place of the editor: the code as it stands until CodeMirror is fetched, then CodeMirror. Offline, or after the site
 * was published anew, it cannot be had; a plain field takes its place, with a press to ask again. Asked for it is at
 * every edit anew, so a reader who is online again gets it without a reload.
 */
import { type FunctionComponent, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { EditorProps } from './Editor.tsx';
import { useWords } from '../parts/context.ts';
import { PlainEditor } from './PlainEditor.tsx';

let editor: FunctionComponent<EditorProps> | null = null;

/** Fetches the editor, ahead of the first edit or for it; whether it is there. */
export async function fetchEditor(): Promise<boolean> {
  try {
    editor ??= (await import('./Editor.tsx')).Editor;
  } catch {
    // The next try may succeed: the network may be back.
  }
  return editor !== null;
}

export function Editing({ meanwhile, ...props }: EditorProps & { meanwhile: ReactNode }) {
  const t = useWords();
  const [had, setHad] = useState<'asked' | 'here' | 'away'>(editor ? 'here' : 'asked');
  const ask = useCallback(() => void fetchEditor().then((here) => setHad(here ? 'here' : 'away')), []);
  useEffect(() => {
    if (!editor) ask();
  }, [ask]);
  if (had === 'asked') return <>{meanwhile}</>;
  const Editor = had === 'here' ? editor : null;
  return (
    <>
      {Editor ? <Editor {...props} /> : <PlainEditor {...props} />}
      <p className={Editor ? 'edithint' : 'edithint plain'}>
        {t(Editor ? 'editHint' : 'editPlain')}
        {Editor ? null : (
          <button type="button" className="tool" onClick={ask}>
            {t('tryAgain')}
          </button>
        )}
      </p>
    </>
  );
}
