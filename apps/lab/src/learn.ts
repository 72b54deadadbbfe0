import { join } from 'node:path';
import { learnCommand } from './learn-command.ts';

const folder = join(import.meta.dirname, '../domain/scoring');
const places = {
  statistics: join(folder, 'word-statistics.json'),
  weights: join(folder, 'learned-weights.json'),
};
process.exitCode = await learnCommand(process.argv.slice(2), places, process.stdout);
