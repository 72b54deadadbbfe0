import { imageOf } from '@earshot/testing';
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = new URL('../../', import.meta.url);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const variable = z.object({ name: z.string(), value: z.string().optional() });
const container = z.object({
  image: z.string(),
  env: z.array(variable).default([]),
  args: z.array(z.string()).optional(),
});
const pods = z.object({ initContainers: z.array(container).default([]), containers: z.array(container) });
const manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ template: z.object({ spec: pods }).optional() }).optional(),
});
const kustomization = z.object({
  resources: z.array(z.string()),
  images: z.array(z.object({ name: z.string(), newName: z.string(), newTag: z.string() })),
});
const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.coerce.string()).default({}),
      command: z.union([z.string(), z.array(z.string())]).optional(),
    }),
  ),
});

const base = kustomization.parse(parse(textOf('k8s/base/kustomization.yaml')));
const manifests = readdirSync(new URL('k8s/base', root))
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(textOf(`k8s/base/${name}`)))
  .map((document) => manifest.parse(document.toJS()));
const podOf = (name: string) => {
  const found = manifests.find((one) => one.kind === 'StatefulSet' && one.metadata.name === name)?.spec?.template?.spec;
  if (found === undefined) throw new Error(`k8s/base has no StatefulSet ${name}`);
  return found;
};
const first = (name: string) => z.tuple([container]).parse(podOf(name).containers)[0];
const compose = composed.parse(parse(textOf('docker-compose.yml'), { merge: true })).services;

it('the servers have the images of .env', () => {
  const wanted = { kafka: imageOf('KAFKA_IMAGE'), mongo: imageOf('MONGO_IMAGE'), redis: imageOf('REDIS_IMAGE') };
  const tags = base.images.map(({ name, newName, newTag }) => [name, `${newName}:${newTag}`]);
  expect(Object.fromEntries(tags)).toEqual(wanted);
  const used = Object.keys(wanted).flatMap((name) => {
    const { initContainers, containers } = podOf(name);
    return [...initContainers, ...containers].map(({ image }) => [name, image]);
  });
  for (const [name, image] of used) expect(image).toBe(name);
});

it('applies every file of the base', () => {
  const files = readdirSync(new URL('k8s/base', root)).filter((name) => name !== 'kustomization.yaml');
  expect(base.resources.toSorted()).toEqual(files.toSorted());
});

it('Kafka is set as in docker-compose.yml, but for its name and its folder', () => {
  const own = first('kafka').env.filter(({ name }) => name.startsWith('KAFKA_'));
  const settings = Object.fromEntries(own.map(({ name, value }) => [name, value]));
  expect(settings).toEqual({
    ...compose['kafka']?.environment,
    KAFKA_ADVERTISED_LISTENERS: 'PLAINTEXT://$(POD_NAME).kafka.$(POD_NAMESPACE).svc:9092',
    KAFKA_LOG_DIRS: `${compose['kafka']?.environment['KAFKA_LOG_DIRS']}/logs`,
  });
});

it('Redis starts as in docker-compose.yml', () => {
  expect(first('redis').args).toEqual(compose['redis']?.command);
});
