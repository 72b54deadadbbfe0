import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startAllInOne } from './start.ts';

const project = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

// Files written here contain posts and events of users, so only their owner may read them, whatever the folder's
// permissions.
process.umask(0o077);

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
