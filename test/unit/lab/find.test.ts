/** The list of programs: which of them are meant by what is typed. */
import { expect, test } from 'vitest';
import { found } from '../../../src/lab/model/find.ts';

const LIST = [
  'eager_hello.py First tensor',
  'shard_mesh_2d.py A mesh of four ranks',
  'shard_hang.py A hang',
  'compile_home.py One break',
  'shard_all_reduce.py All ranks add',
];
const of = (typed: string) => found(LIST, typed, (x) => x).map((x) => x.split('.')[0]);

test.each([
  ['', ['eager_hello', 'shard_mesh_2d', 'shard_hang', 'compile_home', 'shard_all_reduce']],
  // All the words: what has some of them is left out.
  ['mesh ranks', ['shard_mesh_2d']],
  ['ranks', ['shard_mesh_2d', 'shard_all_reduce']],
  // No row has them all: those with the most come first.
  ['please show ranks that hang in a mesh', ['shard_mesh_2d', 'shard_hang', 'shard_all_reduce']],
  // A whole word before the middle of one.
  ['a', ['shard_mesh_2d', 'shard_hang', 'shard_all_reduce', 'eager_hello', 'compile_home']],
  ['shard_mesh_2d', ['shard_mesh_2d']],
  ['shard_mesh_3d', ['shard_mesh_2d', 'shard_hang', 'shard_all_reduce']],
  ['hnag', ['shard_hang']],
  ['tensr', ['eager_hello']],
  ['zzzz', []],
  ['…', []],
])('%j', (typed, names) => expect(of(typed)).toEqual(names));
