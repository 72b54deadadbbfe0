import { labVectors } from './quality/lab-vectors.ts';
import { scoreCommand } from './score-command.ts';

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const vectors = labVectors();
const outputs = { out: process.stdout, err: process.stderr };
process.exitCode = await scoreCommand(process.argv.slice(2), process.env, vectors, outputs);
await vectors.close();
