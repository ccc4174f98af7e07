/** Pack: the math module, powers of floats, complex numbers, numbers from text, rarer methods of numbers. */
import * as complex from '../python/complex.ts';
import { pow } from '../python/floatpow.ts';
import { mathModule } from '../python/modules/math.ts';
import { packs } from '../python/packs.ts';
import * as numbers from '../python/types/numbermethods.ts';

packs.provide('math', { complex, pow, math: mathModule, numbers });
