/**
 * Registers the standard-library modules that the evaluator models: natives from this directory, Python halves from `lib`.
 */
import abc from '../lib/abc.ts';
import bisect from '../lib/bisect.ts';
import collections from '../lib/collections.ts';
import collectionsAbc from '../lib/collections_abc.ts';
import contextlib from '../lib/contextlib.ts';
import copy from '../lib/copy.ts';
import dataclasses from '../lib/dataclasses.ts';
import enumSource from '../lib/enum.ts';
import functools from '../lib/functools.ts';
import heapq from '../lib/heapq.ts';
import inspect from '../lib/inspect.ts';
import io from '../lib/io.ts';
import json from '../lib/json.ts';
import logging from '../lib/logging.ts';
import numbers from '../lib/numbers.ts';
import operator from '../lib/operator.ts';
import os from '../lib/os.ts';
import osPath from '../lib/os_path.ts';
import random from '../lib/random.ts';
import string from '../lib/string.ts';
import textwrap from '../lib/textwrap.ts';
import time from '../lib/time.ts';
import traceback from '../lib/traceback.ts';
import types from '../lib/types.ts';
import typing from '../lib/typing.ts';
import warnings from '../lib/warnings.ts';
import type { PyModule } from '../functions.ts';
import { PyModule as Module } from '../functions.ts';
import type { VM } from '../vm.ts';
import { atlasModule, collectionsCore, jsonCore, operatorCore, osCore, timeCore } from './atlas.ts';
import { itertoolsModule } from './itertools.ts';
import { mathModule } from './math.ts';
import { randomCore } from './random.ts';
import { reModule } from './re.ts';
import { sysModule } from './sys.ts';

/** Python halves by module name. */
export const SOURCES: Readonly<Record<string, string>> = {
  abc, bisect, collections, 'collections.abc': collectionsAbc, contextlib, copy, dataclasses, enum: enumSource, functools, heapq, inspect, io, json,
  logging, numbers, operator, os, 'os.path': osPath, random, string, textwrap, time, traceback, types, typing, warnings,
};

const PACKAGES = new Set(['collections', 'os']);

/** Native modules by name; those with a leading underscore are internal. */
export const NATIVES: Readonly<Record<string, (vm: VM) => PyModule>> = {
  math: mathModule, itertools: itertoolsModule, sys: sysModule, re: reModule, builtins: (vm) => vm.builtins, __future__: futureModule,
  _random: randomCore, _atlas: atlasModule, _collections: collectionsCore, _operator: operatorCore, _os: osCore, _time: timeCore, _json: jsonCore,
};

function futureModule(): PyModule {
  const m = new Module('__future__');
  for (const n of ['annotations', 'division', 'print_function', 'absolute_import', 'unicode_literals', 'generator_stop', 'with_statement']) m.attrs.set(n, true);
  return m;
}

export function registerStandardModules(vm: VM): void {
  for (const [name, make] of Object.entries(NATIVES)) vm.registerModule(name, make);
  for (const [name, source] of Object.entries(SOURCES)) vm.registerSource(name, source, `${name.replaceAll('.', '/')}.py`, PACKAGES.has(name));
}
