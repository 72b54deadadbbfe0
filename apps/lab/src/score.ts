import { scoreCommand } from './score-command.ts';

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await scoreCommand(process.argv.slice(2), process.env, process.stdout, process.stderr);
