import { scoreCommand } from './score-command.ts';

// A reader that has seen enough ("| head") closes the pipe: that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await scoreCommand(process.argv.slice(2), process.env, process.stdout, process.stderr);
