/** Pack: what bytes can do, bytearray, and the natives of modules that work on bytes. */
import { octetsModule } from '../python/modules/octets.ts';
import { packs } from '../python/packs.ts';
import * as bytearray from '../python/types/bytearray.ts';
import { bytesRepr } from '../python/types/bytesrepr.ts';
import * as text from '../python/types/bytestext.ts';

packs.provide('bytes', { bytearray, text, repr: bytesRepr, _octets: octetsModule });
