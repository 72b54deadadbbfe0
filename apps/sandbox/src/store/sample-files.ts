import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** The kinds of sample posts, used to check their mix. The API never returns them. */
const POST_KINDS = [
  'buyer',
  'problem',
  'comparison',
  'question',
  'rant',
  'story',
  'news',
  'advice',
  'chatter',
  'seller',
  'hiring',
] as const;

const samplePost = z.strictObject({
  kind: z.enum(POST_KINDS),
  title: z.string().min(5).max(300),
  selftext: z.string(),
  author: z.string().regex(/^[A-Za-z0-9_-]{3,20}$/),
  score: z.number().int().min(0),
  comments: z.number().int().min(0),
  flair: z.string().optional(),
  /** The post arrives later instead of existing from the start. */
  later: z.literal(true).optional(),
});

const sampleFile = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_]{2,21}$/),
  title: z.string().min(3),
  publicDescription: z.string().min(20),
  description: z.string().min(40),
  subscribers: z.number().int().positive(),
  created: z.iso.date(),
  posts: z.array(samplePost),
});

export type SampleFile = z.infer<typeof sampleFile>;

const FOLDER = new URL('../samples/', import.meta.url);

/** The text of every sample file, with its file name. */
export function readSampleTexts(): { file: string; text: string }[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, text: readFileSync(new URL(file, FOLDER), 'utf8') }));
}

/** Parses one sample file. Throws with the file's name when it does not match the schema. */
export function parseSampleFile(source: { file: string; text: string }): SampleFile {
  const parsed = sampleFile.safeParse(JSON.parse(source.text));
  if (!parsed.success) throw new Error(`samples/${source.file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
