/** The four meanings of the site and waiting, each a shape with its word. */
import type { ReactNode } from 'react';

const SHAPES = {
  eager: (
    <>
      <path className="bx" d="M.5 1.5h5v9h-5zM7.5 1.5h5v9h-5zM14.5 1.5h5v9h-5z" />
      <path className="edge" d="M1 1.5v9M8 1.5v9M15 1.5v9" />
    </>
  ),
  comp: (
    <>
      <path className="bx" d="M.5 1.5h19v9H.5z" />
      <path className="edge" d="M0 2h20M0 10h20" />
      <path className="thin" d="M4 6h12" />
    </>
  ),
  part: (
    <>
      <path className="bx" d="M.5.5h19v11H.5z" />
      <path className="thin" d="M0 6h20M5.5 0v12M10 0v12M14.5 0v12" />
    </>
  ),
  host: (
    <>
      <path className="bx" d="M4 1.5h15.5l-3.5 9H.7z" />
      <path className="thin" d="M6.5 10.5l3.6-9M11 10.5l3.6-9" />
    </>
  ),
  wait: (
    <>
      <path className="bx open" d="M1 1.5h18v9H1z" />
      <path className="ink" d="M5 6h6M9 4l2.2 2L9 8M14 3v6" />
    </>
  ),
} as const;

export type Shape = keyof typeof SHAPES;

export function Glyph({ shape }: { shape: Shape }) {
  return (
    <svg className={`g g-${shape}`} viewBox="0 0 20 12" aria-hidden="true">
      {SHAPES[shape]}
    </svg>
  );
}

export function Meaning({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <span className={shape === 'wait' ? 'mean plainmean' : `mean ${shape}`}>
      <Glyph shape={shape} />
      {children}
    </span>
  );
}
