/** Pack: the math module, powers of floats, complex numbers. */
import * as complex from '../python/complex.ts';
import { pow } from '../python/floatpow.ts';
import { mathModule } from '../python/modules/math.ts';
import { packs } from '../python/packs.ts';

packs.provide('math', { complex, pow, math: mathModule });
