/** Pack: functions of the torch module that few programs call, methods of tensors likewise, what nodes of a graph show, and the limits of number types. */
import { packs } from '../python/packs.ts';
import { LIB } from '../torch/packed/torch-more.generated.ts';
import * as fields from '../torch/fields.ts';
import { NAMES } from '../torch/late_functions.ts';
import { opened } from '../torch/patched.ts';
import { METHODS } from '../torch/tensor/rarer_methods.ts';

packs.provide('torch-more', { ...LIB, fields, NAMES, METHODS, opened });
