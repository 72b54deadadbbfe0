import { dirname, join } from 'node:path';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
enableCompileCache(join(project, 'node_modules', '.cache', 'compile'));

// Commands write keys, users' posts and password hashes, so only the owner may read new files.
process.umask(0o077);

const { operate } = await import('./operate.ts');

const print = (line: string) => console.log(line);
const defaultFolder = join(project, '.earshot');
process.exitCode = await operate(process.argv.slice(2), { settings: process.env, defaultFolder, print });
