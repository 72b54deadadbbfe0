import { join } from 'node:path';
import { placesCommand } from './places-command.ts';

const file = join(import.meta.dirname, '../../../packages/text/src/places/places.json');
process.exitCode = await placesCommand(process.argv.slice(2), file, process.stdout);
