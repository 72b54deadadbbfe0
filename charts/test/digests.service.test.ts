import { expect, it } from '@jest/globals';
import { describeWithHelm, helm, ofKind, rendered } from './support/helm.ts';
import { workload } from './support/shapes.ts';

const digestOf = (digit: string) => `sha256:${digit.repeat(64)}`;
/** A registry's host or a name, and a digest. */
const pinned = /^[a-z0-9][a-z0-9._/:-]*@sha256:[0-9a-f]{64}$/;

function imagesWith(sets: readonly string[]): Map<string, string> {
  const objects = rendered(
    'trial',
    sets.flatMap((one) => ['--set', one]),
  );
  const workloads = ['Deployment', 'Job'].flatMap((kind) => ofKind(objects, kind, workload));
  return new Map(
    workloads.flatMap(({ metadata: { name }, spec: { template } }) =>
      [...(template.spec.initContainers ?? []), ...template.spec.containers].map(
        (container) => [`${name} ${container.name}`, container.image] as const,
      ),
    ),
  );
}

describeWithHelm('images by digest', () => {
  it('the digest replaces the tag in every container', () => {
    const images = imagesWith([
      'image.repository=registry.example.com:5000/earshot',
      'image.tag=0.2.0',
      `image.digest=${digestOf('a')}`,
    ]);
    expect(images.size).toBeGreaterThan(10);
    expect(new Set(images.values())).toEqual(new Set([`registry.example.com:5000/earshot@${digestOf('a')}`]));
    for (const image of images.values()) expect(image).toMatch(pinned);
  });

  it('one service can have its own', () => {
    const images = imagesWith([`image.digest=${digestOf('a')}`, `services.lead.image.digest=${digestOf('b')}`]);
    const others = [...images].filter(([name]) => !name.startsWith('earshot-lead '));
    expect(images.size - others.length).toBe(1);
    expect([...images].find(([name]) => name.startsWith('earshot-lead '))?.[1]).toBe(`earshot@${digestOf('b')}`);
    for (const [, image] of others) expect(image).toBe(`earshot@${digestOf('a')}`);
  });

  it('without a digest, the tag is used', () => {
    expect(new Set(imagesWith(['image.tag=dev']).values())).toEqual(new Set(['earshot:dev']));
  });

  it.each(['sha256:abc', digestOf('g'), `sha512:${'a'.repeat(64)}`, `@${digestOf('a')}`, 'latest'])(
    'refuses the digest %s',
    (digest) => {
      const trial = ['--values', 'charts/earshot/ci/trial-values.yaml', '--set', `image.digest=${digest}`];
      const { ok, output } = helm(['template', 'earshot'], trial);
      expect([ok, output]).toEqual([false, expect.stringContaining('/image/digest')]);
    },
  );
});
