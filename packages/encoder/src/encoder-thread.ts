import { Worker } from 'node:worker_threads';

/** A text for the thread. */
export interface Task {
  readonly text: string;
  readonly maxTokens: number;
}

/** Asks the thread to end after the text that it has. */
export const end = 'end';

export interface Answer {
  readonly vector: Int8Array<ArrayBuffer>;
}

/** Texts that are encoded together, as far as they are. */
interface Job {
  readonly texts: readonly string[];
  readonly maxTokens: number;
  readonly vectors: Int8Array[];
  readonly resolve: (vectors: Int8Array[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A thread that holds the model. It starts with the first text, and ends when it was not used for some minutes. */
export interface EncoderThread {
  /** Rejects if the thread ends before it has an answer. */
  vectorsOf(texts: readonly string[], maxTokens: number): Promise<Int8Array[]>;
  close(): Promise<void>;
}

/** Why a call got no vectors: the encoder was closed meanwhile. */
export class EncoderClosed extends Error {}

/** Jobs take turns, text by text, so that a short one does not wait for a long one. */
export function encoderThread(options: { entry: URL; idleMs: number }): EncoderThread {
  const jobs: Job[] = [];
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  function next(): void {
    clearTimeout(idle);
    const job = jobs[0];
    worker ??= startedWorker();
    if (job === undefined) {
      worker.unref();
      idle = setTimeout(() => void close(), options.idleMs).unref();
    } else {
      worker.ref();
      worker.postMessage(nextTaskOf(job));
    }
  }

  function startedWorker(): Worker {
    const made = listening(options.entry, {
      take: (vector) => worker === made && take(vector),
      ended: (error) => {
        if (worker !== made) return;
        worker = undefined;
        rejectAll(jobs, error);
      },
    });
    return made;
  }

  function take(vector: Int8Array): void {
    const job = jobs.shift();
    if (job === undefined) return;
    job.vectors.push(vector);
    if (job.vectors.length < job.texts.length) jobs.push(job);
    else job.resolve(job.vectors);
    next();
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    rejectAll(jobs, new EncoderClosed());
    if (ending !== undefined) await endOf(ending);
  }

  return {
    vectorsOf: (texts, maxTokens) =>
      new Promise((resolve, reject) => {
        if (jobs.push({ texts, maxTokens, vectors: [], resolve, reject }) === 1) next();
      }),
    close,
  };
}

function nextTaskOf({ texts, vectors, maxTokens }: Job): Task {
  return { text: texts[vectors.length] ?? '', maxTokens };
}

interface Listener {
  take(vector: Int8Array): void;
  ended(error: unknown): void;
}

function listening(entry: URL, { take, ended }: Listener): Worker {
  const worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: 4 } });
  // Ignores every other message: under `node --watch`, Node itself reports the files that a thread loads.
  worker.on('message', ({ vector }: Partial<Answer>) => vector && take(vector));
  worker.on('error', ended);
  worker.on('exit', () => ended(new Error('the thread ended')));
  return worker;
}

/** Asks a thread to end. It is not terminated: in the middle of a text the runtime would abort the whole process. */
function endOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    // The last thing that the process waits for.
    worker.ref();
    worker.once('exit', () => resolve());
    worker.postMessage(end);
  });
}

function rejectAll(jobs: Job[], error: unknown): void {
  for (const job of jobs.splice(0)) job.reject(error);
}
