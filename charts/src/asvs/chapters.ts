import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { written } from '../generated.ts';

const facts = {
  id: z.string().regex(/^V\d+\.\d+\.\d+$/),
  level: z.union([z.literal(1), z.literal(2)]),
  title: z.string().min(1),
};

const met = z.object({
  ...facts,
  status: z.literal('met'),
  /** A path, ` > ` and the title of a test as its file writes it. */
  tests: z.array(z.string()).default([]),
  /** A path, `#` and the anchor of a heading. */
  sections: z.array(z.string()).default([]),
});

const unmet = z.object({ ...facts, status: z.enum(['not-applicable', 'not-met']), reason: z.string().min(1) });

const requirements = z.array(z.discriminatedUnion('status', [met, unmet])).min(1);

export type Requirement = z.infer<typeof requirements>[number];

export interface Chapter {
  readonly id: string;
  readonly requirements: readonly Requirement[];
}

const folder = '../docs/security/asvs';

const standard = z.object({
  /** Requirements that ask for a document. */
  documents: z.array(z.string()),
  levels: z.record(z.string(), z.number()),
});

/** The ids of the standard's first two levels, with their levels. */
export async function readStandard(): Promise<z.infer<typeof standard>> {
  return standard.parse(JSON.parse(await written(`${folder}/requirements.json`)));
}

/** The state of each requirement, by chapter. */
export async function readChapters(): Promise<readonly Chapter[]> {
  const names = await readdir(fileURLToPath(new URL(`../../${folder}`, import.meta.url)));
  const ids = names.flatMap((name) => /^(V\d+)\.json$/.exec(name)?.[1] ?? []);
  const numberOf = (id: string) => Number(id.slice(1));
  return Promise.all(
    ids
      .toSorted((a, b) => numberOf(a) - numberOf(b))
      .map(async (id) => ({ id, requirements: requirements.parse(JSON.parse(await written(`${folder}/${id}.json`))) })),
  );
}
