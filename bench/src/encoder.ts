import { createLogger, noMeters } from '@earshot/core';
import { longestTurnMs } from '@earshot/core/testing';
import { type Encoder, localEncoder } from '@earshot/encoder';
import { tokenizer } from '../../packages/encoder/src/tokens.ts';
import { table } from './figures.ts';

const texts = 60;
const lengths = [32, 64, 160];
const mostBlockedMs = 50;
const sentence =
  'Every month the same question about my suppliers comes up, and I cannot match what they sent to what I paid. ';

/**
 * Measures the encoder: the time until its first vector, the memory that it takes, processor time a text by its length in
 * tokens, and the longest turn of the event loop of the process that uses it. The baseline is the tokenizer alone, in
 * this process. Fails if the encoder is unavailable or blocks the event loop.
 */
export async function benchEncoder(print: (line: string) => void): Promise<void> {
  const encoder = localEncoder({ log: createLogger({ level: 'warn', name: 'bench' }), meters: noMeters });
  try {
    const before = process.memoryUsage.rss();
    const start = performance.now();
    await encode(encoder, [sentence], 160);
    print(`from the first call to its vector: ${(performance.now() - start).toFixed(0)} ms`);
    for (const tokens of lengths) await encode(encoder, [sentence.repeat(10)], tokens);
    print(`memory: ${((process.memoryUsage.rss() - before) / 1e6).toFixed(0)} MB more than before`);
    const tokensOf = tokenizer();
    const rows: string[][] = [];
    for (const tokens of lengths) {
      tokensOf(sentence, tokens);
      const all = Array.from({ length: texts }, (_, at) => `${at} ${sentence.repeat(10)}`);
      const alone = await processMs(async () => all.map((text) => tokensOf(text, tokens)));
      const encoded = await processMs(() => encode(encoder, all, tokens));
      rows.push([`${tokens}`, (alone / texts).toFixed(2), (encoded / texts).toFixed(1), (encoded / alone).toFixed(0)]);
    }
    for (const line of table(['tokens', 'tokenizer, ms a text', 'encoder, ms a text', 'x'], rows)) print(line);
    const blocked = await longestTurnMs(
      () => encode(encoder, Array<string>(10).fill(sentence.repeat(10)), 160),
      mostBlockedMs,
    );
    print(`longest turn of the event loop: ${blocked.toFixed(1)} ms; at most ${mostBlockedMs}`);
    if (blocked > mostBlockedMs) throw new Error('the encoder blocks the event loop');
  } finally {
    await encoder.close();
  }
}

async function encode(encoder: Encoder, some: readonly string[], maxTokens: number): Promise<void> {
  if ((await encoder.encode(some, { maxTokens })) === undefined) throw new Error('the encoder is unavailable');
}

/** Processor time of all threads. */
async function processMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
