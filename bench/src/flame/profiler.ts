// Loaded before a server by `--import`. The first SIGUSR2 starts a profile of the processor, the second one writes it to
// FLAME_FILE. So the profile has neither the start of the server nor the warm-up.
import { rename, writeFile } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

const file = process.env['FLAME_FILE'];
const samplingUs = 250;

/** Resolves when the profile runs; a file tells the benchmark. */
async function start(session: Session, to: string): Promise<void> {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingUs });
  await session.post('Profiler.start');
  await writeFile(`${to}.started`, '');
}

async function stop(session: Session, to: string): Promise<void> {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  await writeFile(`${to}.part`, JSON.stringify(profile));
  await rename(`${to}.part`, to);
}

// The preload also runs in worker threads, which receive no signals.
if (isMainThread && file !== undefined) {
  const session = new Session();
  process.once('SIGUSR2', () => {
    process.once('SIGUSR2', () => void stop(session, file));
    void start(session, file);
  });
}
