/** Pack: what bytes can do, bytearray, and the natives of modules that work on bytes. */
import { octetsModule } from '../python/modules/octets.ts';
import { packs } from '../python/packs.ts';
import * as bytearray from '../python/types/bytearray.ts';
import * as text from '../python/types/bytestext.ts';

packs.provide('bytes', { bytearray, text, _octets: octetsModule });
