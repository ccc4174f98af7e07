/** Channels moved to pixels, back, and between groups: pixel_shuffle, pixel_unshuffle, channel_shuffle. After PixelShuffle.cpp. */
import { toWorking } from '../tensor/access.ts';
import { runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { derivative, type OpDef } from './op.ts';
import { dest } from './work.ts';
import { emptySuggested } from './making.ts';

const shuffle = (name: 'pixel_shuffle' | 'pixel_unshuffle'): OpDef => {
  const up = name === 'pixel_shuffle';
  return {
    schema: `${name}(Tensor self, int ${up ? 'upscale_factor' : 'downscale_factor'}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, r: number) => {
      if (self.dim < 3) throw runtimeError(`${name} expects input to have at least 3 dimensions, but got input with ${self.dim} dimension(s)`);
      const [c, h, w] = self.sizes.slice(-3);
      if (up && c % (r * r) !== 0)
        throw runtimeError(
          `${name} expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=${c} is not divisible by ${r * r}`,
        );
      return emptySuggested(self, [...self.sizes.slice(0, -3), ...(up ? [c / (r * r), h * r, w * r] : [c * r * r, h / r, w / r])]);
    },
    kernel: (out: Tensor, self: Tensor, r: number) => {
      const big = up ? out : self;
      const [c, h, w] = big.sizes.slice(-3);
      const x = toWorking(self);
      const o = dest(out);
      const n = big.numel / (c * h * w || 1);
      for (let b = 0; b < n; b++) {
        for (let k = 0; k < c; k++) {
          for (let i = 0; i < h; i++) {
            for (let j = 0; j < w; j++) {
              const at = ((b * c + k) * h + i) * w + j;
              const small = (((b * c + k) * r * r + (i % r) * r + (j % r)) * (h / r) + Math.floor(i / r)) * (w / r) + Math.floor(j / r);
              if (up) o.w[at] = x[small];
              else o.w[small] = x[at];
            }
          }
        }
      }
      o.flush();
    },
    derivative: derivative(up ? 'PixelShuffleBackward0' : 'PixelUnshuffleBackward0', [], {
      self: (c) => c.call.one(up ? 'pixel_unshuffle' : 'pixel_shuffle', c.g, c.arg(up ? 'upscale_factor' : 'downscale_factor')),
    }),
  };
};

const channelShuffle: OpDef = {
  schema: 'channel_shuffle(Tensor self, SymInt groups) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, g: number) => {
    if (self.dim < 3) throw runtimeError(`channel_shuffle expects input with > 2 dims, but got input with sizes [${self.sizes.join(', ')}]`);
    if (self.sizes[1] % g !== 0) throw runtimeError(`Number of channels must be divisible by groups. Got ${self.sizes[1]} channels and ${g} groups.`);
    return emptySuggested(self, self.sizes);
  },
  kernel: (out: Tensor, self: Tensor, g: number) => {
    const [n, c] = self.sizes;
    const rest = self.sizes.slice(2).reduce((a, b) => a * b, 1);
    const x = toWorking(self);
    const o = dest(out);
    for (let b = 0; b < n; b++) {
      for (let k = 0; k < c; k++) {
        const from = (k % g) * (c / g) + Math.floor(k / g);
        for (let i = 0; i < rest; i++) o.w[(b * c + k) * rest + i] = x[(b * c + from) * rest + i];
      }
    }
    o.flush();
  },
  derivative: derivative('ChannelShuffleBackward0', [], { self: (c) => c.call.one('channel_shuffle', c.g, c.g.sizes[1] / c.arg<number>('groups')) }),
};

export const SHUFFLES: readonly OpDef[] = [shuffle('pixel_shuffle'), shuffle('pixel_unshuffle'), channelShuffle];
