/**
 * Short-time Fourier transform and its inverse: frames, a window, a transform a frame; overlap-add and division by the
 * squared window on the way back. Idea: ATen/native/SpectralOps.cpp.
 */
import { runtimeError } from '../../tensor/errors.ts';
import { legacyTypeName } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import { type Call, composite, type OpDef } from '../op.ts';

const isComplex = (t: Tensor | null): boolean => t?.dtype.category === 'complex';
const half = (n: number): number => Math.floor(n / 2);

/** The head of every message: the call as PyTorch writes it. */
function head(name: string, t: Tensor, n: number, hop: number, win: number, window: Tensor | null, rest: string): string {
  const w = window ? `${legacyTypeName(window)}{${list(window.sizes)}}` : 'None';
  return `${name}(${legacyTypeName(t)}${list(t.sizes)}, n_fft=${n}, hop_length=${hop}, win_length=${win}, window=${w}${rest})`;
}

function stft(
  call: Call,
  self: Tensor,
  n: number,
  hopLength: number | null,
  winLength: number | null,
  window: Tensor | null,
  center: boolean,
  mode: string,
  normalized: boolean,
  onesidedGiven: boolean | null,
  returnGiven: boolean | null,
): Tensor {
  const hop = hopLength ?? half(half(n));
  const win = winLength ?? n;
  const returnComplex = returnGiven ?? (isComplex(self) || isComplex(window));
  if (returnGiven === null && !returnComplex) {
    throw runtimeError(
      'stft requires the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.',
    );
  }
  const fail = (what: string): never => {
    throw runtimeError(
      `${head('stft', self, n, hop, win, window, `, normalized=${Number(normalized)}, onesided=${onesidedGiven === null ? 'None' : Number(onesidedGiven)}, return_complex=${Number(returnComplex)}`)} : ${what}`,
    );
  };
  if (self.dtype.category !== 'float' && !isComplex(self)) fail('expected a tensor of floating point or complex values');
  if (self.dim > 2 || self.dim < 1) fail('expected a 1D or 2D tensor');
  let x = self.dim === 1 ? call.unsqueeze(self, 0) : self;
  if (center) {
    const pad = half(n);
    const wide = call.view(x, [...new Array<number>(3 - x.dim).fill(1), ...x.sizes]);
    const padded = call.one('pad', wide, [pad, pad], mode, null);
    x = call.view(padded, padded.sizes.slice(padded.dim - x.dim));
  }
  const [batch, length] = x.sizes;
  if (n <= 0 || n > length) fail(`expected 0 < n_fft < ${length}, but got n_fft=${win}`);
  if (hop <= 0) fail(`expected hop_length > 0, but got hop_length=${hop}`);
  if (win <= 0 || win > n) fail(`expected 0 < win_length <= n_fft, but got win_length=${win}`);
  if (window && (window.dim !== 1 || window.sizes[0] !== win))
    fail(`expected a 1D window tensor of size equal to win_length=${win}, but got window with size ${list(window.sizes)}`);
  const w = win < n ? centred(call, window, x, win, n) : window;
  const frames = 1 + Math.floor((length - n) / hop);
  x = call.one('as_strided', x, [batch, frames, n], [x.strides[0], hop * x.strides[1], x.strides[1]], null);
  if (w) x = call.mul(x, w);
  const complex = isComplex(x);
  const onesided = onesidedGiven ?? !complex;
  if (complex && onesided) throw runtimeError('Cannot have onesided output if window or input is complex');
  const norm = normalized ? 1 : 0;
  let out = complex ? call.one('_fft_c2c', x, [2], norm, true) : call.one('_fft_r2c', x, [2], norm, onesided);
  out = call.one('transpose_', out, 1, 2);
  if (self.dim === 1) out = call.one('squeeze_.dim', out, 0);
  return returnComplex ? out : call.one('view_as_real', out);
}

/** A window shorter than the frame lies in its middle. */
function centred(call: Call, window: Tensor | null, x: Tensor, win: number, n: number): Tensor {
  const dtype = window?.dtype ?? x.dtype;
  const w = call.one('zeros', [n], dtype, 'strided', x.device, null);
  const at = call.one('narrow', w, 0, half(n - win), win);
  if (window) call('copy_', at, window, false);
  else call('fill_.Scalar', at, 1);
  return w;
}

function istft(
  call: Call,
  self: Tensor,
  n: number,
  hopLength: number | null,
  winLength: number | null,
  window: Tensor | null,
  center: boolean,
  normalized: boolean,
  onesidedGiven: boolean | null,
  length: number | null,
  returnComplex: boolean,
): Tensor {
  const hop = hopLength ?? half(half(n));
  const win = winLength ?? n;
  const fail = (what: string): never => {
    throw runtimeError(
      `${head('istft', self, n, hop, win, window, `, center=${Number(center)}, normalized=${Number(normalized)}, onesided=${onesidedGiven === null ? 'None' : Number(onesidedGiven)}, length=${length ?? 'None'}, return_complex=${Number(returnComplex)}`)} : ${what}`,
    );
  };
  if (!isComplex(self)) throw runtimeError('istft requires a complex-valued input tensor matching the output from stft with return_complex=True.');
  if (self.numel === 0) fail('input tensor cannot be empty.');
  if (self.dim !== 2 && self.dim !== 3) fail(`expected a tensor with 2 or 3 dimensions, but got ${self.dim}`);
  const [frames, bins] = [self.sizes[self.dim - 1], self.sizes[self.dim - 2]];
  const total = n + hop * (frames - 1);
  const onesided = onesidedGiven ?? bins !== n;
  if (onesided && half(n) + 1 !== bins)
    fail(`expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when onesided=True, but got ${bins}`);
  if (!onesided && n !== bins)
    fail(`expected the frequency dimension (3rd to the last) of the input tensor to match n_fft when onesided=False, but got ${bins}`);
  if (hop <= 0 || hop > win) fail('expected 0 < hop_length <= win_length');
  if (win <= 0 || win > n) fail('expected 0 < win_length <= n_fft');
  if (window && (window.dim !== 1 || window.sizes[0] !== win)) fail(`Invalid window shape. window has to be 1D and length of \`win_length\``);
  let w = window ?? call.one('ones', [win], call.u('real', self).dtype, null, self.device, null);
  if (win !== n) {
    const left = half(n - win);
    w = call.one('constant_pad_nd', w, [left, n - win - left], 0);
  }
  let x = self.dim === 2 ? call.unsqueeze(self, 0) : self;
  x = call.transpose(x, 1, 2);
  const norm = normalized ? 1 : 2;
  if (returnComplex) x = call.one('_fft_c2c', x, [2], norm, false);
  else {
    if (isComplex(window)) fail('Complex windows are incompatible with return_complex=False');
    if (!onesided) x = call.slice(x, -1, 0, half(n) + 1);
    x = call.one('_fft_c2r', x, [2], norm, n);
  }
  const framed = call.mul(x, call.view(w, [1, 1, n]));
  let y = call.one('unfold_backward', framed, [framed.sizes[0], total], 1, n, hop);
  let envelope = call.one('unfold_backward', call.expand(call.pow(w, 2), [1, frames, n]), [1, total], 1, n, hop);
  const start = center ? half(n) : 0;
  const end = length !== null ? start + length : center ? -half(n) : total;
  y = call.slice(y, 1, start, end);
  envelope = call.slice(envelope, 1, start, end);
  const low = call.one('lt.Scalar', call.one('min', call.u('abs', envelope)), call.float(1e-11));
  if (!low.isFake && call('item', low) === true) fail('window overlap add min: 1');
  y = call.div(y, envelope);
  if (self.dim === 2) y = call.squeeze(y, 0);
  return end > total ? call.one('constant_pad_nd', y, [0, end - total], 0) : y;
}

const ARGS = 'Tensor self, int n_fft, int? hop_length=None, int? win_length=None, Tensor? window=None';
const TAIL = 'bool normalized=False, bool? onesided=None, bool? return_complex=None, bool? align_to_window=None';

export const STFT: readonly OpDef[] = [
  composite(
    `stft(${ARGS}, ${TAIL}) -> Tensor`,
    (call, self: Tensor, n: number, hop: number | null, win: number | null, w: Tensor | null, norm: boolean, onesided: boolean | null, ret: boolean | null) =>
      stft(call, self, n, hop, win, w, false, 'constant', norm, onesided, ret),
  ),
  composite(
    `stft.center(${ARGS}, bool center=True, str pad_mode="reflect", ${TAIL}) -> Tensor`,
    (
      call,
      self: Tensor,
      n: number,
      hop: number | null,
      win: number | null,
      w: Tensor | null,
      center: boolean,
      mode: string,
      norm: boolean,
      onesided: boolean | null,
      ret: boolean | null,
    ) => stft(call, self, n, hop, win, w, center, mode, norm, onesided, ret),
  ),
  composite(`istft(${ARGS}, bool center=True, bool normalized=False, bool? onesided=None, int? length=None, bool return_complex=False) -> Tensor`, istft),
];
