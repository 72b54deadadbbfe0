import { imageOf } from '@earshot/testing';
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { z } from 'zod';

const root = new URL('../../..', import.meta.url);
const service = z.object({
  image: z.string(),
  build: z.object({ args: z.record(z.string(), z.string()) }).optional(),
});
const composed = z.object({ services: z.record(z.string(), service) });
/** A name, a tag and a digest. */
const pinned = /^[a-z0-9][a-z0-9._/-]*:[\w.-]{1,128}@sha256:[0-9a-f]{64}$/;
const images = ['KAFKA_IMAGE', 'MONGO_IMAGE', 'REDIS_IMAGE', 'NODE_IMAGE'] as const;

/** The images of the servers and the base of ours, as compose understands them. */
function imagesWith(settings: Record<string, string>) {
  const others = Object.entries(process.env).filter(([name]) => !images.some((image) => image === name));
  const env = { ...Object.fromEntries(others), ...settings };
  const text = execFileSync('docker', ['compose', 'config', '--format', 'json'], { cwd: root, encoding: 'utf8', env });
  const { kafka, mongo, redis, setup } = composed.parse(JSON.parse(text)).services;
  return [kafka?.image, mongo?.image, redis?.image, setup?.build?.args['NODE_IMAGE']];
}

it('every image can be pinned by a digest', () => {
  const withDigest = images.map((name, at): [string, string] => [
    name,
    `${imageOf(name).replace(/@.*$/, '')}@sha256:${String(at + 1).repeat(64)}`,
  ]);
  const used = imagesWith(Object.fromEntries(withDigest));
  expect(used).toEqual(withDigest.map(([, image]) => image));
  for (const image of used) expect(image).toMatch(pinned);
});

it('development uses the tags of .env', () => {
  const tags = images.map(imageOf);
  expect(imagesWith({})).toEqual(tags);
  for (const image of tags) expect(image).not.toMatch(pinned);
});
