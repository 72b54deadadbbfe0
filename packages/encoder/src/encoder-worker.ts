import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type Answer, end, type Task } from './encoder-thread.ts';
import { tokenizer } from './tokens.ts';

/** Entry point of the encoder's thread: encodes one text at a time, in order. */
// Linux has a priority per thread. Requests are served first, but on a busy machine the encoder still gets a third.
if (process.platform === 'linux') setPriority(5);

const tokensOf = tokenizer();
// Texts have different lengths, so a memory plan for each length costs memory and saves nothing.
const session = await InferenceSession.create(fileURLToPath(new URL('../model/model.onnx', import.meta.url)), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  logSeverityLevel: 3,
  // Otherwise products of 8-bit numbers overflow on x86 processors without VNNI, and scores depend on the processor.
  extra: { session: { x64quantprecision: '1' } },
});

parentPort?.on('message', (message: Task | typeof end) => {
  if (message === end) return parentPort?.close();
  const { text, maxTokens } = message;
  void vectorOf(text, maxTokens).then((vector) => {
    const answer: Answer = { vector };
    parentPort?.postMessage(answer, [vector.buffer]);
  });
});

async function vectorOf(text: string, maxTokens: number): Promise<Int8Array<ArrayBuffer>> {
  const tokens = tokensOf(text, maxTokens);
  const input = new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]);
  const { vector } = await session.run({ input_ids: input });
  if (!(vector?.data instanceof Float32Array)) throw new Error('the model gave no vector');
  return Int8Array.from(vector.data, (value) => Math.round(value * 127));
}
