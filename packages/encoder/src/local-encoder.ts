import type { Logger, Meters } from '@earshot/core';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { type Encoder, encoderVersion } from './encoder.ts';
import { EncoderClosed, type EncoderThread, encoderThread } from './encoder-thread.ts';

const defaultTokens = 160;
const idleMs = 5 * 60_000;
/** So long nothing is tried after a failure. */
const pauseMs = 60_000;
const effect = 'what rests on meaning is left out';
const ownFolder = new URL('../model/', import.meta.url);

export interface LocalEncoderOptions {
  readonly log: Logger;
  readonly meters: Meters;
  /** For tests: another folder of the model, another thread. */
  readonly modelFolder?: URL;
  readonly thread?: EncoderThread;
}

/** All encoders of a process share one thread, because each thread holds the model again. */
let shared: EncoderThread | undefined;
let sharing = 0;

/**
 * The encoder that runs on this machine. Nothing is loaded before the first text. Without its files or its runtime it is
 * unavailable: it says so once in the log, and counts every call.
 */
export function localEncoder(options: LocalEncoderOptions): Encoder {
  const { log, meters, modelFolder = ownFolder, thread = sharedThread() } = options;
  const unavailable = meters.counter('encoderUnavailable');
  const missing = missingParts(modelFolder);
  if (missing.length > 0) log.warn({ missing }, `the encoder is unavailable; ${effect}`);
  let failed = false;
  let pausedUntil = 0;

  async function vectorsOf(texts: readonly string[], maxTokens: number): Promise<Int8Array[] | undefined> {
    if (missing.length > 0 || performance.now() < pausedUntil) return undefined;
    if (texts.length === 0) return [];
    try {
      return await thread.vectorsOf(texts, maxTokens);
    } catch (error) {
      if (error instanceof EncoderClosed) return undefined;
      if (!failed) log.warn({ err: error }, `the encoder failed; ${effect}`);
      failed = true;
      pausedUntil = performance.now() + pauseMs;
      return undefined;
    }
  }

  return {
    version: encoderVersion,
    encode: async (texts, { maxTokens = defaultTokens } = {}) => {
      const vectors = await vectorsOf(texts, maxTokens);
      if (vectors === undefined) unavailable.add({});
      return vectors;
    },
    close: () => thread.close(),
  };
}

/** Ends with the last encoder that shares it. */
function sharedThread(): EncoderThread {
  shared ??= encoderThread({ entry: new URL('./encoder-worker.ts', import.meta.url), idleMs });
  const { vectorsOf, close } = shared;
  sharing += 1;
  let open = true;
  return {
    vectorsOf,
    close: async () => {
      if (open) sharing -= 1;
      open = false;
      if (sharing === 0) await close();
    },
  };
}

/** The files of the model, and of the runtime on this platform, that are not there. */
function missingParts(modelFolder: URL): string[] {
  const model = ['model.onnx', 'tokenizer.json'].filter((name) => !existsSync(new URL(name, modelFolder)));
  return runtimeIsThere() ? model : [...model, `onnxruntime-node for ${platform()} ${arch()}`];
}

function runtimeIsThere(): boolean {
  try {
    const script = createRequire(import.meta.url).resolve('onnxruntime-node');
    return existsSync(join(script, `../../bin/napi-v6/${platform()}/${arch()}/onnxruntime_binding.node`));
  } catch {
    return false;
  }
}
