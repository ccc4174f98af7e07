/**
 * Names and values out of a text that sets or shows an environment: `env`, `export -p`, `env -0`, a shell line, fish and
 * csh, cmd and PowerShell, .env files, Dockerfiles, compose, Kubernetes and systemd files, `docker run` and
 * `docker inspect`, Python. What is none of these is left out; a line that only mentions a name is no assignment.
 * Left out: what a shell would compute (`$HOME`, command substitution): values are shown as written.
 */
export interface Assigned {
  name: string;
  value: string;
}

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
/** Where there is no sign of an assignment but a colon or blanks, only names in capitals count. */
const CAPITALS = '[A-Z][A-Z0-9_]{2,}';

const unquote = (text: string): string => {
  const bare = text.trim();
  const quoted = /^(['"])(.*)\1$/s.exec(bare);
  return quoted ? (quoted[2] as string).replace(/\\(["\\])/g, '$1') : bare;
};

/** Words of a shell line: blanks inside quotes do not part them. */
const shellWords = (line: string): string[] => line.match(/(?:[^\s"']|"(?:\\.|[^"\\])*"|'[^']*')+/g) ?? [];

/** A comment after an unquoted value, as .env files have it. */
const withoutComment = (text: string): string =>
  /^\s*["']/.test(text) ? text.replace(/^(\s*(["'])(?:\\.|(?!\2).)*\2)\s*#.*$/, '$1') : text.replace(/\s#.*$/, '');

/** JSON of any shape: `"A=b"` in a list, `{name, value}`, and objects whose keys are names in capitals. */
function fromJson(value: unknown, found: Assigned[]): void {
  if (Array.isArray(value)) {
    for (const one of value) {
      const pair = typeof one === 'string' ? new RegExp(`^(${NAME})=(.*)$`, 's').exec(one) : null;
      if (pair) found.push({ name: pair[1] as string, value: pair[2] as string });
      else fromJson(one, found);
    }
  } else if (value && typeof value === 'object') {
    const row = value as Record<string, unknown>;
    const name = row['name'] ?? row['Name'] ?? row['Key'];
    const said = row['value'] ?? row['Value'];
    if (typeof name === 'string' && said !== undefined && typeof said !== 'object') found.push({ name, value: String(said) });
    else
      for (const [key, inner] of Object.entries(row)) {
        if (inner !== null && typeof inner === 'object') fromJson(inner, found);
        else if (new RegExp(`^${CAPITALS}$`).test(key)) found.push({ name: key, value: String(inner) });
      }
  }
}

function parsed(text: string): Assigned[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const found: Assigned[] = [];
    fromJson(JSON.parse(text), found);
    return found;
  } catch {
    return null; // a piece of JSON, or brackets of another kind
  }
}

const QUOTED = `(?:"(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*')`;
/** Each gives name and value; the first that fits a statement is taken. */
const FORMS: RegExp[] = [
  // $env:A = "1"
  new RegExp(`^\\$env:(${NAME})\\s*=\\s*(.*)$`, 'i'),
  // os.environ["A"] = "1", os.environ.setdefault("A", "1"), os.putenv
  new RegExp(`^os\\.environ\\[['"](${NAME})['"]\\]\\s*=\\s*(.*)$`),
  new RegExp(`^os\\.(?:environ\\.setdefault|putenv)\\(['"](${NAME})['"]\\s*,\\s*(${QUOTED})`),
  // set "A=1" and setx A 1 (cmd), set -gx A 1 (fish), setenv A 1 (csh)
  new RegExp(`^set\\s+"(${NAME})=(.*)"$`, 'i'),
  new RegExp(`^(?:setx|setenv|set\\s+-[a-z]+)\\s+(${NAME})\\s+(.*)$`, 'i'),
  // ENV A 1
  new RegExp(`^(?:ENV|ARG)\\s+(${NAME})\\s+([^=]*)$`),
];
const PREFIX = /^(?:export|declare(?:\s+-\w+)?|typeset(?:\s+-\w+)?|set|env|ENV|ARG|Environment=|local)\s*(?=\S)/;
const PLAIN = new RegExp(`^(?:Env:)?(${NAME})\\s*=(?!=)\\s*(.*)$`, 's');
const WORD = new RegExp(`^["']?(${NAME})=(.*?)["']?$`, 's');

/** One statement: a line, or a part of it between semicolons. */
function fromStatement(statement: string): Assigned[] {
  const line = statement.trim();
  for (const form of FORMS) {
    const match = form.exec(line);
    if (match) return [{ name: match[1] as string, value: unquote(withoutComment(match[2] as string)) }];
  }
  const bare = line.replace(PREFIX, '');
  const words = shellWords(bare);
  const settings = words.flatMap((word) => {
    const match = WORD.exec(word.replace(/^--env=/, ''));
    return match ? [{ name: match[1] as string, value: unquote(match[2] as string) }] : [];
  });
  const plain = PLAIN.exec(bare);
  // `A=one two` as env prints it has one value; `A=1 B=2 command` has two.
  if (plain && settings.filter(({ name }) => /^[A-Z_]/.test(name)).length < 2)
    return [{ name: plain[1] as string, value: unquote(withoutComment(plain[2] as string)) }];
  const flagged = words.some((word) => /^(?:-e|--env(?:=.*)?)$/.test(word));
  return flagged || plain || /^(?:ENV|Environment=|\[|export)/.test(line) ? settings : [];
}

const LIST = new RegExp(`^(?:-\\s+|,\\s*)?["'](${NAME}=.*)["'],?$|^-\\s+(${NAME}=.*)$`, 's');
const MAPPED = new RegExp(`^(?:-\\s+)?["']?(${CAPITALS})["']?\\s*:\\s+(\\S.*?),?$`);
const TABLED = new RegExp(`^(${CAPITALS})\\s{2,}(\\S.*)$`);
/** A piece of a task definition: `"name": "A", "value": "1"`. */
const NAMED = new RegExp(`["']name["']\\s*:\\s*["'](${NAME})["']\\s*,\\s*["']value["']\\s*:\\s*(${QUOTED})`, 'gi');
const PAIRS = new RegExp(`['"](${CAPITALS})['"]\\s*:\\s*(${QUOTED})`, 'g');

export function parseDump(text: string): Assigned[] {
  const found: Assigned[] = parsed(text) ?? [];
  const lines = found.length ? [] : text.replace(/[\\`]\r?\n\s*/g, ' ').split(/\r?\n|\0/);
  /** The name of a Kubernetes entry whose value is on the next line. */
  let waiting: string | undefined;
  for (const raw of lines) {
    const line = raw.trim();
    if (!line || /^(?:#|\/\/|::|rem\s)/i.test(line)) continue;
    const named = new RegExp(`^(?:-\\s+)?name:\\s*["']?(${NAME})["']?$`).exec(line);
    const valued = /^value:\s*(.*)$/.exec(line);
    if (valued && waiting) found.push({ name: waiting, value: unquote(valued[1] as string) });
    waiting = named?.[1];
    if (named || valued) continue;
    const item = LIST.exec(line);
    const pairs = [...line.matchAll(NAMED), ...line.matchAll(PAIRS)];
    const mapped = MAPPED.exec(line) ?? TABLED.exec(line);
    if (item) found.push(...fromStatement((item[1] ?? item[2]) as string));
    else if (pairs.length) found.push(...pairs.map(([, name = '', value = '']) => ({ name, value: unquote(value) })));
    else if (mapped && !line.includes('=')) found.push({ name: mapped[1] as string, value: unquote(mapped[2] as string) });
    else if (/^\[.*=.*\]$/.test(line)) found.push(...fromStatement(`ENV ${line.slice(1, -1)}`));
    else for (const statement of line.split(/;\s+|\s+&&\s+/)) found.push(...fromStatement(statement));
  }
  return [...new Map(found.map(({ name, value }) => [name, value])).entries()].map(([name, value]) => ({ name, value }));
}
