/** A question of `content/quizzes` made ready for a page: its key comes from running the program. */
import { getEntry } from 'astro:content';
import { inline } from '../inline.ts';
import type { Lang } from '../strings.ts';
import { keyOf } from './key.ts';
import { labLink } from './link.ts';
import { runProgram } from './program.ts';

export interface Question {
  id: string;
  program: string;
  html: string;
  /** Its run, in the lab. */
  lab: string;
  options: { value: string; label: string; code: boolean; right: boolean; why: string }[];
}

type Words = { en: string; he?: string | undefined };
const say = (words: Words, lang: Lang) => inline((lang === 'he' && words.he) || words.en);

export async function question(id: string, lang: Lang): Promise<Question> {
  const entry = await getEntry('quizzes', id);
  if (!entry) throw new Error(`no question content/quizzes/${id}.json`);
  const { program, run = {}, key, options, question: asked } = entry.data;
  const { report, options: ran } = await runProgram(program, run);
  const answer = keyOf(key, report);
  const right = options.filter((option) => String(option.value) === answer);
  if (right.length !== 1) throw new Error(`content/quizzes/${id}.json: the run of ${program} gives ${key} = ${answer}, and ${right.length} options say so`);
  return {
    id,
    program,
    html: say(asked, lang),
    lab: labLink({ program, options: ran }),
    options: options.map((option) => ({
      value: String(option.value),
      label: option.label ? say(option.label, lang) : inline(String(option.value)),
      code: !option.label,
      right: option === right[0],
      why: say(option.why, lang),
    })),
  };
}
