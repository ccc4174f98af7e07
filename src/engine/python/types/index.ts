/** Fills every built-in type with its methods. */
import '../objects.ts';
import './operators.ts';
import './numbers.ts';
import './str.ts';
import './bytes.ts';
import './list.ts';
import './tuple.ts';
import './dict.ts';
import './set.ts';
import './callables.ts';
import './descriptors.ts';
import './exceptions.ts';
import './misc.ts';
