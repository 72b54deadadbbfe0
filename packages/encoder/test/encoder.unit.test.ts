import { afterAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createLogger, type Meters, noMeters } from '@earshot/core';
import digests from '../model/digests.json' with { type: 'json' };
import packageFile from '../package.json' with { type: 'json' };
import { cosine } from '../src/cosine.ts';
import { encoderThread } from '../src/encoder-thread.ts';
import { encoderVersion } from '../src/encoder.ts';
import { localEncoder } from '../src/local-encoder.ts';

const lines: string[] = [];
const log = createLogger({ level: 'warn', name: 'test', stream: { write: (line) => lines.push(line) } });
const encoder = localEncoder({ log, meters: noMeters });
afterAll(() => encoder.close());

async function vectors(texts: readonly string[], options?: { maxTokens: number }): Promise<Int8Array[]> {
  const made = await encoder.encode(texts, options);
  if (made === undefined) throw new Error(`unavailable: ${lines.join('')}`);
  return made;
}

const none = new Int8Array();
const [question, near, far] = [
  'Our guests forget their appointment, how do we stop no-shows?',
  'Reminders by text message that cut missed bookings',
  'A sharpening stone for kitchen knives',
];

describe('the files of the model', () => {
  it.each(Object.entries(digests))('%s has the recorded digest', (name, digest) => {
    const content = readFileSync(new URL(`../model/${name}`, import.meta.url));
    expect(createHash('sha256').update(content).digest('hex')).toBe(digest);
  });

  it('are named by the version, and so is the runtime', () => {
    expect(encoderVersion).toContain(digests['model.onnx'].slice(0, 8));
    expect(encoderVersion).toContain(digests['tokenizer.json'].slice(0, 8));
    expect(encoderVersion).toMatch(new RegExp(`-ort-${packageFile.dependencies['onnxruntime-node']}$`));
  });
});

describe('the encoder', () => {
  it('puts texts of similar meaning near each other, without a common word', async () => {
    const [asked = none, ...others] = await vectors([question, near, far]);
    expect(asked).toHaveLength(384);
    expect(Math.hypot(...asked)).toBeCloseTo(127, -1);
    // The model with 32 bits gives 0.478 and -0.03. Where products of 8-bit numbers overflow, it is 0.466 and -0.017.
    expect(others.map((other) => cosine(asked, other))).toEqual([expect.closeTo(0.478, 2), expect.closeTo(-0.03, 2)]);
  });

  it('gives a text the same vector alone and among others', async () => {
    const [[alone], among] = await Promise.all([vectors([near]), vectors([far, near, question])]);
    expect(among[1]).toEqual(alone);
  });

  it('reads no more tokens than it may', async () => {
    const [short, long] = await vectors([near, `${near}. ${far}`], { maxTokens: 10 });
    const [whole] = await vectors([`${near}. ${far}`]);
    expect(long).toEqual(short);
    expect(whole).not.toEqual(short);
  });

  it.each(['', '\ud800', '\u0000', 'x'.repeat(1_000_000), '🙂'.repeat(5_000), 'مرحبا 你好'])(
    'gives a vector to any text, case %#',
    async (text) => {
      expect(await vectors([text])).toHaveLength(1);
    },
  );

  it('serves a short job before a long one that came first has ended', async () => {
    const ended: string[] = [];
    const long = vectors(Array.from({ length: 30 }, (_, at) => `${question} ${at}`)).then(() => ended.push('long'));
    await Promise.all([long, vectors([near]).then(() => ended.push('short'))]);
    expect(ended).toEqual(['short', 'long']);
  });
});

describe('the runtime', () => {
  it('is a version that sends nothing to its maker', () => {
    const script = createRequire(import.meta.url).resolve('onnxruntime-node');
    const folder = join(script, '../../bin/napi-v6', process.platform, process.arch);
    const libraries = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    expect(libraries.length).toBeGreaterThan(1);
    expect(libraries.filter((library) => library.includes('events.data.microsoft.com'))).toHaveLength(0);
  });

  it('survives a close in the middle of a text, and starts again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const open = encoder.encode(Array<string>(50).fill(`${question} `.repeat(20)));
      await vectors([near]);
      await encoder.close();
      expect(await open).toBeUndefined();
    }
  });
});

describe('an encoder that is unavailable', () => {
  function counting(): { meters: Meters; calls: () => number } {
    let count = 0;
    const add = (_labels: object, by = 1) => {
      count += by;
    };
    return { meters: { ...noMeters, counter: () => ({ add }) }, calls: () => count };
  }

  it('says at the start which files are missing, and counts each call', async () => {
    lines.length = 0;
    const { meters, calls } = counting();
    const lacking = localEncoder({ log, meters, modelFolder: new URL('./nowhere/', import.meta.url) });
    expect(lines.join('')).toContain('"missing":["model.onnx","tokenizer.json"]');
    expect(await lacking.encode([near])).toBeUndefined();
    expect(await lacking.encode([near])).toBeUndefined();
    expect(calls()).toBe(2);
    expect(lines).toHaveLength(1);
  });

  it('says once that its thread failed, and answers without vectors', async () => {
    lines.length = 0;
    const { meters, calls } = counting();
    const entry = new URL('data:text/javascript,throw new Error("no session")');
    const failing = localEncoder({ log, meters, thread: encoderThread({ entry, idleMs: 1_000 }) });
    expect(await Promise.all([failing.encode([near]), failing.encode([far])])).toEqual([undefined, undefined]);
    expect(await failing.encode([near])).toBeUndefined();
    expect(calls()).toBe(3);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('the encoder failed');
  });
});
