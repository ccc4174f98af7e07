/** How a value written by index meets the one that lies there. */

export type Combine = (old: number, v: number) => number;

export const COMBINE: Readonly<Record<string, Combine>> = {
  set: (_o, v) => v,
  add: (o, v) => o + v,
  sum: (o, v) => o + v,
  multiply: (o, v) => o * v,
  prod: (o, v) => o * v,
  amax: (o, v) => (v !== v || v > o ? v : o),
  amin: (o, v) => (v !== v || v < o ? v : o),
  mean: (o, v) => o + v,
};
