import { join } from 'node:path';
import { evalCommand, placesOf } from './eval-command.ts';
import { labVectors } from './quality/lab-vectors.ts';

const vectors = labVectors();
const places = { ...placesOf(join(import.meta.dirname, '../../..')), vectors };
process.exitCode = await evalCommand(process.argv.slice(2), process.env, places, process.stdout);
await vectors.close();
