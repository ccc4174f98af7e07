/**
 * The place of the editor: the code as it stands until CodeMirror is fetched, then CodeMirror. Offline, or after the site
 * was published anew, it cannot be had; a plain field takes its place, with a press to ask again. Asked for it is at
 * every edit anew, so a reader who is online again gets it without a reload.
 */
import type { ReactNode } from 'react';
import type { EditorProps } from './Editor.tsx';
import { useWords } from '../parts/context.ts';
import { fetched } from '../parts/fetched.ts';
import { PlainEditor } from './PlainEditor.tsx';

const editor = fetched(async () => (await import('./Editor.tsx')).Editor);

/** Fetches the editor, ahead of the first edit or for it; whether it is there. */
export const fetchEditor = editor.fetch;

export function Editing({ meanwhile, ...props }: EditorProps & { meanwhile: ReactNode }) {
  const t = useWords();
  const [had, ask] = editor.use();
  if (had === 'asked') return <>{meanwhile}</>;
  const Editor = had === 'here' ? editor.now() : null;
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
