/**
 * A run comes to life a part at a time: code, transport and the step at hand are drawn and painted first, the other
 * panes follow, one a frame. All at once they are a task in which the page answers nobody.
 */
import { useEffect, useState } from 'react';

/** Milliseconds after which a page that has no frames (in the background) goes on all the same. */
const NO_FRAMES = 150;

/** How many of `parts` may be drawn by now; grows to all of them by itself. */
export function useStages(parts: number): number {
  const [drawn, setDrawn] = useState(0);
  useEffect(() => {
    if (drawn >= parts) return;
    let task: ReturnType<typeof setTimeout> | undefined;
    const more = () => setDrawn((n) => Math.max(n, drawn + 1));
    // A task of its own after the frame: what stands already is painted before.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(more);
    });
    const late = setTimeout(more, NO_FRAMES);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(late);
      clearTimeout(task);
    };
  }, [drawn, parts]);
  return drawn;
}
