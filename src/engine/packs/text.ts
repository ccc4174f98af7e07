/** Pack: formatting of text: f-strings, `format`, `%`. */
import * as format from '../python/formatvalue.ts';
import { packs } from '../python/packs.ts';
import * as percent from '../python/percent.ts';

packs.provide('text', { format, percent });
