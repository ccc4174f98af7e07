/**
 * The address: everything that a reader sees, in the fragment, so that nothing is sent to the server.
 * Lab: `#lab=v1.<base64url of raw deflate of JSON>`. In an article: `#<run-id>~s12`.
 *
 * An address comes from anyone. It is decoded under limits (encoded and inflated size), read field by field against
 * the table below, and refused with a reason at the first thing that does not fit. Law: decode(encode(s)) = s.
 */
import { deflateSync, FlateErrorCode, Inflate, strFromU8, strToU8 } from 'fflate';
import { headerOf } from '../../engine/report/header.ts';
import type { Device, RunOptions } from '../../engine/report/types.ts';

export const MAX_ENCODED = 16 * 1024;
/** The longest program in its longest writing: four bytes a character. */
const MAX_INFLATED = 4 << 20;

export interface LabState {
  /** Example program by id, or null for a program of the reader's own. */
  program: string | null;
  /** The text, where it differs from the example or there is none. */
  source: string | null;
  options: RunOptions;
  /** Cursor, from 0. */
  step: number;
  /** Rank followed. */
  rank: number;
  /** Open tab of the side panes. */
  pane: Pane;
}

export const PANES = ['code', 'values', 'timeline', 'partitions', 'graphs', 'dispatch', 'mesh', 'text'] as const;
export type Pane = (typeof PANES)[number];

export const DEFAULT_OPTIONS: RunOptions = {
  device: 'neuron',
  worldSize: 1,
  kernelCache: 'warm',
  graphCache: 'cold',
  numbers: true,
  target: 'trn2',
};

export const DEFAULT_STATE: LabState = {
  program: null,
  source: null,
  options: DEFAULT_OPTIONS,
  step: 0,
  rank: 0,
  pane: 'code',
};

export const MAX_WORLD = 64;

/** What is wrong with an address, in the order in which it is looked for. */
export type Refusal = 'empty' | 'too-long' | 'no-version' | 'unknown-version' | 'strange' | 'cut' | 'damaged' | 'too-big' | 'not-json' | 'bad-field';
/**
 * `ranks`: the address itself says how many; else the text does. `what`: the version, field or character that was refused;
 * `at`: the place of the character, from 1.
 */
export type Decoded = { ok: true; state: LabState; ranks: boolean } | { ok: false; why: Refusal; what?: string; at?: number };

/** base64 in the alphabet for addresses, without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The fields of the JSON, short names; a field at its default is left out. */
interface Wire {
  p?: string;
  s?: string;
  d?: Device;
  w?: number;
  kc?: 'cold';
  gc?: 'warm';
  /** 0: shapes alone; 1: numbers whatever they cost. */
  n?: 0 | 1;
  t?: 'trn3';
  i?: number;
  r?: number;
  v?: Pane;
}

/** @param asked ranks that the text itself asks for: one rank is left out of the address unless the text asks for more */
export function encodeState(state: LabState, asked = headerOf(state.source ?? '').worldSize): string {
  const o = state.options;
  const wire: Wire = {};
  if (state.program !== null) wire.p = state.program;
  if (state.source !== null) wire.s = state.source;
  if (o.device !== 'neuron') wire.d = o.device;
  // More ranks than an address may ask for come from the header of the text, and come back from it.
  if ((o.worldSize !== 1 || asked !== 1) && o.worldSize <= MAX_WORLD) wire.w = o.worldSize;
  if (o.kernelCache === 'cold') wire.kc = 'cold';
  if (o.graphCache === 'warm') wire.gc = 'warm';
  if (o.numbers !== true) wire.n = o.numbers === 'always' ? 1 : 0;
  if (o.target === 'trn3') wire.t = 'trn3';
  if (state.step !== 0) wire.i = state.step;
  if (state.rank !== 0) wire.r = state.rank;
  if (state.pane !== 'code') wire.v = state.pane;
  return `v1.${toBase64Url(deflateSync(strToU8(JSON.stringify(wire)), { level: 9 }))}`;
}

export const tooLong = (encoded: string): boolean => encoded.length > MAX_ENCODED;

/** Inflates up to a limit: a few bytes can stand for gigabytes. */
function inflate(bytes: Uint8Array): Uint8Array | 'too-big' | 'cut' | 'damaged' {
  const parts: Uint8Array[] = [];
  let size = 0;
  let done = false;
  try {
    const stream = new Inflate((part, final) => {
      size += part.length;
      if (size > MAX_INFLATED) throw new RangeError('too big');
      parts.push(part);
      done ||= final;
    });
    for (let i = 0; i < bytes.length; i += 512) stream.push(bytes.subarray(i, i + 512), i + 512 >= bytes.length);
  } catch (e) {
    if (e instanceof RangeError) return 'too-big';
    return (e as { code?: number }).code === FlateErrorCode.UnexpectedEOF ? 'cut' : 'damaged';
  }
  if (!done) return 'cut';
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

const isCount = (v: unknown, max: number): v is number => typeof v === 'number' && Number.isInteger(v) && v >= 0 && v <= max;

/** One row a field: may this value stand here? */
const FIELDS: Record<keyof Wire, (v: unknown) => boolean> = {
  p: (v) => typeof v === 'string' && /^[a-z0-9][a-z0-9_-]{0,79}$/i.test(v),
  s: (v) => typeof v === 'string',
  d: (v) => v === 'cpu',
  w: (v) => isCount(v, MAX_WORLD) && v >= 1,
  kc: (v) => v === 'cold',
  gc: (v) => v === 'warm',
  n: (v) => v === 0 || v === 1,
  t: (v) => v === 'trn3',
  i: (v) => isCount(v, 1e7),
  r: (v) => isCount(v, MAX_WORLD - 1),
  v: (v) => PANES.includes(v as Pane),
};

export function decodeState(encoded: string): Decoded {
  if (encoded === '') return { ok: false, why: 'empty' };
  if (tooLong(encoded)) return { ok: false, why: 'too-long' };
  if (!encoded.startsWith('v1.')) {
    const other = /^v(\d{1,6})\./.exec(encoded)?.[1];
    return other ? { ok: false, why: 'unknown-version', what: other } : { ok: false, why: 'no-version' };
  }
  const strange = /[^A-Za-z0-9_-]/u.exec(encoded.slice(3));
  if (strange) return { ok: false, why: 'strange', what: strange[0], at: strange.index + 4 };
  const packed = fromBase64Url(encoded.slice(3));
  if (!packed || packed.length === 0) return { ok: false, why: 'cut' };
  const bytes = inflate(packed);
  if (typeof bytes === 'string') return { ok: false, why: bytes };
  let json: unknown;
  try {
    json = JSON.parse(strFromU8(bytes));
  } catch {
    return { ok: false, why: 'not-json' };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { ok: false, why: 'not-json' };
  for (const [name, value] of Object.entries(json)) {
    const test = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof Wire] : null;
    if (!test?.(value)) return { ok: false, why: 'bad-field', what: name.slice(0, 20) };
  }
  const w = json as Wire;
  return {
    ok: true,
    ranks: w.w !== undefined,
    state: {
      program: w.p ?? null,
      source: w.s ?? null,
      options: {
        device: w.d ?? 'neuron',
        worldSize: w.w ?? 1,
        kernelCache: w.kc ?? 'warm',
        graphCache: w.gc ?? 'cold',
        numbers: w.n === 1 ? 'always' : w.n !== 0,
        target: w.t ?? 'trn2',
      },
      step: w.i ?? 0,
      rank: w.r ?? 0,
      pane: w.v ?? 'code',
    },
  };
}

/** Breaks and blanks of a letter that wrapped a link, and the marks without width that chats put into it. */
const BLANK = /[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g;
/** What the sentence around a link leaves at its end: closing marks, in either language. */
const CLOSING = /[.,;:!?…'"’”״׳»›*`|)\]}>=]+$/;

/** As it was typed: browsers write `<` and blanks as %3C and %20, some programs every sign. */
export function asTyped(hash: string): string {
  try {
    return hash.includes('%') ? decodeURIComponent(hash) : hash;
  } catch {
    return hash;
  }
}

/**
 * A fragment as it was meant: none of these characters can stand in one of ours, so a link that was copied with them is
 * the link without them. `#lab=v1.` alone keeps its dot.
 */
export function tidy(hash: string): string {
  const plain = asTyped(hash).replace(BLANK, '');
  return /^#lab=v1\.[\w-]/.test(plain) || /^#(?!lab=)/.test(plain) ? plain.replace(CLOSING, '') : plain;
}

/** `#lab=v1.…`, or null when the fragment is not the lab's. */
export function labFragment(hash: string): string | null {
  const m = /^#lab=(.*)$/s.exec(tidy(hash));
  return m ? m[1]! : null;
}

/** `#<run-id>~s12` in an article: the step counts from 1 there, as on the page. */
export function runFragment(id: string, step: number): string {
  return `#${id}~s${step + 1}`;
}

export function readRunFragment(hash: string, id: string): number | null {
  const m = /^#([A-Za-z][\w-]*)~s(\d{1,7})$/.exec(tidy(hash));
  return m && m[1] === id && Number(m[2]) >= 1 ? Number(m[2]) - 1 : null;
}
