import { freePorts, until } from '@earshot/core/testing';
import { docker, inspect, logsOf, serverIn } from './docker.ts';
import { answers, type ServerProcess } from './earshot-process.ts';

interface ContainerCommand {
  readonly image: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The environment of the program, which must listen on `port` of 127.0.0.1. */
  readonly settings: (port: number) => Readonly<Record<string, string>>;
  /** Folders that the container sees under the same paths, read-only. */
  readonly folders: readonly string[];
  /** Requested until it returns 200. */
  readonly path: string;
}

/** As in docker-compose.yml. Node sizes its heap by it. */
const memory = '256m';

/**
 * Starts a server in a container and waits until it responds. Throws with its log if it ends first. It shares the
 * network of the host: no proxy of the engine forwards its calls, and other servers have the same addresses there.
 */
export async function startInContainer(given: ContainerCommand): Promise<Omit<ServerProcess, 'readyMs'>> {
  const [port = 0] = await freePorts(1);
  const settings = Object.entries(given.settings(port)).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const folders = given.folders.flatMap((folder) => ['--volume', `${folder}:${folder}:ro`]);
  const flags = ['--detach', '--network', 'host', '--memory', memory, ...settings, ...folders];
  const id = (await docker(['run', ...flags, given.image, ...given.command])).trim();
  const stop = async () => void (await docker(['rm', '--force', id]));
  const url = `http://127.0.0.1:${port}`;
  try {
    await until(`${given.path} of the container`, async () => {
      if (!(await inspect(id)).State.Running) throw new Error(`The server ended: ${await logsOf(id)}`);
      return answers(url + given.path);
    });
    return { url, pid: await serverIn((await inspect(id)).State.Pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
