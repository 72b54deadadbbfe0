import { createConnection } from 'node:net';
import { type ImageName, imageOf } from './images.ts';

/** Whether a container engine answers: the one that DOCKER_HOST names, if it names one. */
async function engineAnswers(): Promise<boolean> {
  const named = process.env['DOCKER_HOST'];
  // testcontainers tries other engines when the named one is away.
  if (named !== undefined && named !== '' && !(await works(() => connects(new URL(named))))) return false;
  const { getContainerRuntimeClient } = await import('testcontainers');
  return works(getContainerRuntimeClient);
}

/** Why containers of these images cannot be started here; undefined where they can. */
export async function whyNoContainers(images: readonly ImageName[]): Promise<string | undefined> {
  if (!(await engineAnswers())) return 'no container engine answers';
  const testcontainers = await import('testcontainers');
  const client = await testcontainers.getContainerRuntimeClient();
  const { image } = client;
  for (const name of images) {
    const imageName = testcontainers.ImageName.fromString(imageOf(name));
    const canBeHad = await works(async () => {
      if (!(await image.exists(imageName))) await image.pull(imageName);
    });
    if (!canBeHad) return `the container engine has no ${imageName.string} and cannot pull it`;
  }
  if (await works(() => testcontainers.getReaper(client))) return undefined;
  return 'the reaper of testcontainers cannot be started (TESTCONTAINERS_RYUK_DISABLED=true does without it)';
}

/** Whether it ends without an error. */
export async function works(attempt: () => Promise<unknown>): Promise<boolean> {
  return attempt().then(
    () => true,
    () => false,
  );
}

async function connects({ hostname, port, pathname }: URL): Promise<void> {
  const socket = hostname === '' ? createConnection(pathname) : createConnection(Number(port), hostname);
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
    socket.setTimeout(30_000, () => reject(new Error('no answer')));
  }).finally(() => socket.destroy());
}
