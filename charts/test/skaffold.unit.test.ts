import { allServices } from '@earshot/all-in-one/services';
import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rule = z.object({ src: z.string(), dest: z.literal('/app') });
const artifact = z.strictObject({
  image: z.string(),
  docker: z.strictObject({ target: z.string(), buildArgs: z.record(z.string(), z.string()) }),
  sync: z.strictObject({ manual: z.array(rule) }),
});
const release = z.object({ chartPath: z.string(), setValueTemplates: z.record(z.string(), z.string()) });
const skaffold = z.object({
  build: z.object({ artifacts: z.array(artifact) }),
  manifests: z.object({ kustomize: z.object({ paths: z.array(z.string()) }) }),
  deploy: z.object({ helm: z.object({ releases: z.tuple([release]) }) }),
});

const config = skaffold.parse(parse(readFileSync(join(root, 'skaffold.yaml'), 'utf8')));
const names = allServices.map(({ name }) => name);
const [earshot] = config.deploy.helm.releases;
const imageOfHelm = (name: string) => {
  const image = `earshot_${name.replaceAll('-', '_')}`;
  return [`{{.IMAGE_REPO_${image}}}`, `{{.IMAGE_TAG_${image}}}`];
};

it('builds an artifact for each service, and the chart runs each service from its own', () => {
  const built = config.build.artifacts.map(({ image, docker }) => [image, docker.buildArgs['SERVICE']]);
  expect(built.toSorted()).toEqual(names.map((name) => [`earshot-${name}`, name]).toSorted());
  const given = Object.entries(earshot.setValueTemplates).filter(([path]) => path.startsWith('services.'));
  const wanted = names.flatMap((name) => {
    const [repository, tag] = imageOfHelm(name);
    return [
      [`services.${name}.image.repository`, repository],
      [`services.${name}.image.tag`, tag],
    ];
  });
  expect(given.toSorted()).toEqual(wanted.toSorted());
});

it('sends every source that services load, and builds the stage that may be written', () => {
  const sources = globSync(['proto/**/*.ts', '{packages,services,apps}/*/src/**/*.{ts,json}'], { cwd: root });
  for (const { docker, sync } of config.build.artifacts) {
    const unsent = sources.filter((path) => !sync.manual.some(({ src }) => matchesGlob(path, src)));
    expect(unsent).toEqual([]);
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain(` AS ${docker.target}\n`);
  }
});

it('deploys the chart together with the servers for development', () => {
  expect([earshot.chartPath, ...config.manifests.kustomize.paths]).toEqual(['charts/earshot', 'k8s/overlays/dev']);
});
