/** Patterns of the meanings: horizontal for compiled, grid for partitioned, diagonal hatch for host. */
export function Defs({ uid }: { uid: string }) {
  return (
    <svg width="0" height="0" className="defs" aria-hidden="true">
      <defs>
        <pattern id={`${uid}-comp`} width="5" height="4" patternUnits="userSpaceOnUse">
          <path d="M0 .5h5" className="pc" />
        </pattern>
        <pattern id={`${uid}-part`} width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M.5 0v6M0 .5h6" className="pp" />
        </pattern>
        <pattern id={`${uid}-host`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <path d="M0 .5h6" className="ph" />
        </pattern>
      </defs>
    </svg>
  );
}
