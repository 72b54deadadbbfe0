import type { AnswerCache } from '@earshot/scoring';
import { existsSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const head = z.object({ model: z.string() });
const line = z.object({ key: z.string(), answer: z.string() });

/** Answers of a model in a file, which later runs replay. */
export interface AnswerFile extends AnswerCache {
  /** The model that gave the answers. */
  readonly model: string;
  /** How many answers were found so far. */
  replayed(): number;
}

/**
 * Opens a file of recorded answers, or creates it for the given model. The first line names the model; each other line has
 * the digest of everything that an answer depends on, and the answer without the text of the post. Rejects with an
 * `AnswerFileError` if a line is invalid, or if the file is of another model than the given one.
 */
export async function answerFile(path: string, model: string | undefined): Promise<AnswerFile> {
  if (!existsSync(path)) {
    if (model === undefined) throw new AnswerFileError(`There is no file ${path}, and no model to record`);
    await writeFile(path, `${JSON.stringify({ model })}\n`);
  }
  const [first = '', ...others] = (await readFile(path, 'utf8')).split('\n').filter((text) => text !== '');
  const recorded = parsed(head, first, `${path}, line 1: it must name the model, as in {"model":"gpt-5-mini"}`).model;
  if (model !== undefined && model !== recorded) {
    throw new AnswerFileError(`${path} has answers of ${recorded}, not of ${model}: name another file`);
  }
  const answers = new Map(
    others.map((text, at) => {
      const { key, answer } = parsed(line, text, `${path}, line ${at + 2}: it is no recorded answer`);
      return [key, answer];
    }),
  );
  let replayed = 0;
  return {
    model: recorded,
    find: async (keys) => {
      const found = new Map(keys.flatMap((key) => (answers.has(key) ? [[key, answers.get(key) ?? '']] : [])));
      replayed += found.size;
      return found;
    },
    save: async (more) => {
      const lines = [...more].filter(([key]) => !answers.has(key));
      for (const [key, answer] of lines) answers.set(key, answer);
      await appendFile(path, lines.map(([key, answer]) => `${JSON.stringify({ key, answer })}\n`).join(''));
    },
    replayed: () => replayed,
  };
}

/** The file of answers cannot be used. The message says what is wrong with it. */
export class AnswerFileError extends Error {}

function parsed<S extends z.ZodType>(schema: S, text: string, fault: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new AnswerFileError(fault);
  }
}
