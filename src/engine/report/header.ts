/** What a program says of itself in comments near its top: `# world-size: 4`, `# device: neuron`, `# expect: hang`. */

export interface Header {
  readonly worldSize: number;
  /** The program cannot run on the cpu. */
  readonly needsNeuron: boolean;
  readonly expectsHang: boolean;
}

/** Most ranks that a run may have. */
export const MAX_RANKS = 64;

export function headerOf(source: string): Header {
  const top = source.slice(0, 4000);
  const world = /^# world-size: (\d+)/m.exec(top);
  return {
    worldSize: world ? Math.max(1, Number(world[1])) : 1,
    needsNeuron: /^# device: neuron/m.test(top),
    expectsHang: /^# expect: hang/m.test(top),
  };
}
