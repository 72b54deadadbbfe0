import { join } from 'node:path';
import { evalCommand, placesOf } from './eval-command.ts';

const places = placesOf(join(import.meta.dirname, '../../../..'));
process.exitCode = await evalCommand(process.argv.slice(2), process.env, places, process.stdout);
