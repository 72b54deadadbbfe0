import { cpuSeconds, type ServerProcess } from './earshot-process.ts';
import { type Call, callerOf } from './load.ts';

const rounds = 3;

/** A GET of one server under measurement. */
export interface MeasuredCall {
  readonly server: Pick<ServerProcess, 'url' | 'pid'>;
  readonly path: string;
  /** Creates the headers of the next call. */
  readonly call: () => Call;
  /** The body of every correct answer. */
  readonly text: string;
}

export interface Load {
  readonly calls: number;
  /** Calls before the first round, until the code is compiled; as many as in a round by default. */
  readonly warmUp?: number;
  readonly connections: number;
}

/** The figures of one measured call: one number per round. */
export interface CallCosts {
  /** Microseconds of the server's processor time per call. */
  readonly microseconds: number[];
  readonly callsASecond: number[];
}

/**
 * Measures calls in alternating order, after a warm-up, so that other work on the machine affects all of them alike. A
 * wrong answer or a socket error rejects.
 */
export async function cpuOfCalls(measured: readonly MeasuredCall[], load: Load): Promise<CallCosts[]> {
  const costs = measured.map((): CallCosts => ({ microseconds: [], callsASecond: [] }));
  const all = measured.map((one, n) => ({ one, into: costs[n] }));
  for (const { one } of all) await measure(one, { ...load, calls: load.warmUp ?? load.calls });
  for (let round = 0; round < rounds; round += 1) {
    for (const { one, into } of round % 2 === 0 ? all : all.toReversed()) {
      const { microseconds, callsASecond } = await measure(one, load);
      into?.microseconds.push(microseconds);
      into?.callsASecond.push(callsASecond);
    }
  }
  return costs;
}

async function measure({ server, path, call, text }: MeasuredCall, { calls, connections }: Load) {
  const caller = callerOf(server.url);
  const [cpu, startedAt] = [await cpuSeconds(server.pid), performance.now()];
  let left = calls;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await caller.ask('GET', path, call());
      if (answer.status !== 200) throw new Error(`GET ${path} returned ${answer.status}: ${answer.text}`);
      if (answer.text !== text) throw new Error(`GET ${path} returned another body`);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, one));
  } finally {
    caller.end();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    microseconds: (((await cpuSeconds(server.pid)) - cpu) / calls) * 1_000_000,
    callsASecond: calls / seconds,
  };
}
