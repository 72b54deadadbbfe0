// Scores posts in a process of its own, so that the scorer does not start warm. Arguments: a `.jsonl.gz` file, the
// description, and the communities.
import { keylessScorer, prefilterer } from '@earshot/scoring';
import { readCommunities } from './scan-posts.ts';

const [file = '', description = '', ...names] = process.argv.slice(2);
const scorer = keylessScorer();
const all = await readCommunities(file);

const scores = new Map<string, number | null>();
const start = process.cpuUsage();
for (const name of names)
  for (const post of all.get(name) ?? [])
    for (const { id, score } of await scorer.score({ description, communities: names }, [post])) scores.set(id, score);
const { user, system } = process.cpuUsage(start);
const filter = prefilterer();
const kept = names.flatMap((name) => filter({ description, communities: [name] }, all.get(name) ?? []).kept);
console.log(JSON.stringify({ cpuS: (user + system) / 1e6, keptScores: kept.map(({ id }) => scores.get(id)) }));
