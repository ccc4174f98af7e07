/**
 * The key of a question: an expression over a run report, computed at build and never typed as an answer.
 *
 *     frames[0].graphs | length          syncs | map cause | first
 *     frames[0].compiles | join          ops | filter where=fallback | length
 *
 * A path, then steps. In a list whose items have a `key`, that key names the item: `path.compile.taken`. Leaves out arithmetic and anything that could compute something else than what the run shows.
 */
type Value = unknown;

const isList = (value: Value): value is Value[] => Array.isArray(value);

function follow(value: Value, path: string): Value {
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    if (isList(value) && !/^\d+$/.test(part)) value = value.find((item) => (item as { key?: string }).key === part);
    else if (value !== null && typeof value === 'object' && part in value) value = (value as Record<string, Value>)[part];
    else throw new Error(`no "${part}" in "${path}"`);
  }
  return value;
}

const list = (value: Value, step: string): Value[] => {
  if (isList(value)) return value;
  throw new Error(`"${step}" needs a list`);
};

const steps: Record<string, (value: Value, argument: string) => Value> = {
  length: (value, s) => (typeof value === 'string' ? value.length : list(value, s).length),
  first: (value) => list(value, 'first')[0],
  last: (value) => list(value, 'last').at(-1),
  sum: (value) => list(value, 'sum').reduce<number>((a, b) => a + Number(b), 0),
  join: (value) => list(value, 'join').join(', '),
  trim: (value) => String(value).trim(),
  map: (value, path) => list(value, 'map').map((item) => follow(item, path)),
  flat: (value) => list(value, 'flat').flat(),
  distinct: (value) => [...new Set(list(value, 'distinct'))],
  filter: (value, argument) => {
    const [path = '', wanted] = argument.split('=');
    const has = (item: Value) => {
      try {
        return String(follow(item, path)) === wanted;
      } catch {
        return false; // an item without the field is not one that is asked for
      }
    };
    return list(value, 'filter').filter(has);
  },
};

/** A report keeps each path through the dispatcher once; here every step has its own again. */
function spread(report: object): object {
  const { steps: rows, paths } = report as { steps?: { path?: number }[]; paths?: unknown[] };
  if (!rows || !paths) return report;
  return { ...report, steps: rows.map((row) => (row.path === undefined ? row : { ...row, path: paths[row.path] })) };
}

export function keyOf(expression: string, report: object): string {
  const [path = '', ...rest] = expression.split('|').map((part) => part.trim());
  let value: Value = follow(spread(report), path);
  for (const step of rest) {
    const [name = '', ...argument] = step.split(/\s+/);
    const apply = steps[name];
    if (!apply) throw new Error(`"${name}" is not one of ${Object.keys(steps).join(', ')}`);
    value = apply(value, argument.join(' '));
  }
  if (value === null || typeof value === 'object' || value === undefined) throw new Error(`"${expression}" gives no single value`);
  return String(value);
}
