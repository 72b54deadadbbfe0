import { until } from '@earshot/core/testing';
import { z } from 'zod';
import { type Tools, toolsIn } from './kubectl.ts';

/** The installation that the tests share. Each test restores it. */
export interface TheInstallation extends Tools {
  readonly release: string;
  readonly image: string;
  /** The gateway's address outside the cluster. It stays the same when pods are replaced. */
  readonly url: string;
  /** Resolves when every Deployment has its desired pods, no other pod is left, and the gateway answers at `url`. */
  settled(): Promise<void>;
}

const environment = z.object({
  TEST_KUBERNETES: z.literal('1', { error: 'is not 1: only then are clusters touched' }),
  KUBE_NAMESPACE: z.string(),
  HELM_RELEASE: z.string(),
  IMAGE: z.string(),
  PRODUCT_URL: z.string(),
});
const pods = z.object({
  items: z.array(z.object({ metadata: z.object({ name: z.string(), deletionTimestamp: z.string().optional() }) })),
});
/** In milliseconds. A busy machine starts ten pods in a minute or two. */
const patienceMs = 600_000;

/** The installation that `npm test` or `node scripts/kubernetes.mjs` names. Throws when there is none. */
export function theInstallation(): TheInstallation {
  const named = environment.parse(process.env);
  const { KUBE_NAMESPACE: namespace, HELM_RELEASE: release, IMAGE: image, PRODUCT_URL: url } = named;
  const tools = toolsIn(namespace);
  const ofRelease = ['--selector', `app.kubernetes.io/name=earshot,app.kubernetes.io/instance=${release}`];
  const noneLeaves = async () => {
    const { items } = await tools.json(pods, 'get', 'pods', ...ofRelease);
    return items.every(({ metadata }) => metadata.deletionTimestamp === undefined);
  };
  const answers = () =>
    fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    ...tools,
    release,
    image,
    url,
    settled: async () => {
      await tools.kubectl('rollout', 'status', 'deployment', ...ofRelease, '--timeout', '600s');
      await until('pods that are ending to be gone', noneLeaves, patienceMs, 500);
      await until('the gateway to answer', answers, patienceMs, 500);
    },
  };
}
