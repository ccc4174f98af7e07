/** Pack: text: formatting (f-strings, `format`, `%`) and the methods of str and bytes. */
import * as fstrings from '../python/compile/grammar/fstrings.ts';
import * as format from '../python/formatvalue.ts';
import { packs } from '../python/packs.ts';
import * as percent from '../python/percent.ts';
import * as bytes from '../python/types/bytesmethods.ts';
import * as str from '../python/types/strmethods.ts';
import * as utf8 from '../python/utf8.ts';

packs.provide('text', { bytes, format, fstrings, percent, str, utf8 });
