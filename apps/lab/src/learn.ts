import { join } from 'node:path';
import { learnCommand } from './learn-command.ts';
import { labVectors } from './quality/lab-vectors.ts';

const file = join(import.meta.dirname, '../../../packages/scoring/src/learned-weights.json');
const vectors = labVectors();
process.exitCode = await learnCommand(process.argv.slice(2), file, vectors, process.stdout);
await vectors.close();
