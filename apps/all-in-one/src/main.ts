import { enableCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
// Keeps the code with stripped types between starts, so that every start after the first one is faster.
enableCompileCache(join(project, 'node_modules', '.cache', 'compile'));

// Files written here contain posts and events of users, so only their owner may read them, whatever the folder's
// permissions.
process.umask(0o077);

const { startAllInOne } = await import('./start.ts');

try {
  const earshot = await startAllInOne(process.env, project, (line) => console.log(line));
  console.log(`\nEarshot is ready at ${earshot.url}`);
  const stop = () => {
    void earshot.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
