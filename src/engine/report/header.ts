/** What a program says of itself in comments near its top: `# world-size: 4`, `# device: neuron`, `# expect: hang`. */

export interface Header {
  readonly worldSize: number;
  /** What stands behind `# world-size:` where it is no whole number from 1 on; null where all is well. */
  readonly misstated: string | null;
  /** The program cannot run on the cpu. */
  readonly needsNeuron: boolean;
  readonly expectsHang: boolean;
}

/** Most ranks that a run may have. */
export const MAX_RANKS = 64;

export function headerOf(source: string): Header {
  const top = source.slice(0, 4000);
  const [line, asked] = /^# world-size:[ \t]*(.*?)[ \t\r]*$/m.exec(top) ?? [null, '1'];
  const sound = /^[1-9]\d*$/.test(asked as string);
  return {
    worldSize: sound ? Number(asked) : 1,
    misstated: line === null || sound ? null : (asked as string),
    needsNeuron: /^# device: neuron/m.test(top),
    expectsHang: /^# expect: hang/m.test(top),
  };
}
