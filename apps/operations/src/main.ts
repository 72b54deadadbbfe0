import { dirname, join } from 'node:path';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
enableCompileCache(join(project, 'node_modules', '.cache', 'compile'));

// Keys, posts of users and password hashes are written: for their owner alone.
process.umask(0o077);

const { operate } = await import('./operate.ts');

const say = (line: string) => console.log(line);
const defaultFolder = join(project, '.earshot');
process.exitCode = await operate(process.argv.slice(2), { settings: process.env, defaultFolder, say });
