// Scores posts with the scorer of a folder, in a process of its own, so that neither side of a comparison starts warm.
// Arguments: the folder of the scorer, a `.jsonl.gz` file, the description, and the communities.
import { join } from 'node:path';
import { z } from 'zod';
import type { keylessScorer, prefilterer } from '@earshot/scoring';
import { readCommunities } from './scan-posts.ts';

const [folder = '', file = '', description = '', ...names] = process.argv.slice(2);
const scorers = z.object({ keylessScorer: z.custom<typeof keylessScorer>((made) => typeof made === 'function') });
const filters = z.object({ prefilterer: z.custom<typeof prefilterer>((made) => typeof made === 'function') });
const scorer = scorers.parse(await import(join(folder, 'keyless-scorer.ts'))).keylessScorer();
const filter = filters.parse(await import(join(folder, 'prefilter.ts'))).prefilterer();
const all = await readCommunities(file);

const scores = new Map<string, number | null>();
const start = process.cpuUsage();
const verdicts = [];
for (const name of names)
  for (const post of all.get(name) ?? [])
    verdicts.push(...(await scorer.score({ description, subreddits: names }, [post])));
const { user, system } = process.cpuUsage(start);
for (const { id, score } of verdicts) scores.set(id, score);
const kept = names.flatMap((name) => filter({ description, subreddits: [name] }, all.get(name) ?? []).kept);
const keptScores = kept.map(({ id }) => scores.get(id));
console.log(JSON.stringify({ cpuS: (user + system) / 1e6, keptScores }));
