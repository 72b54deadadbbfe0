import { until } from '@earshot/core/testing';
import { z } from 'zod';
import type { Tools } from './kubectl.ts';
import { toolsIn } from './kubectl.ts';

/** The installation that the tests share; each leaves it as it was. */
export interface TheInstallation extends Tools {
  readonly release: string;
  readonly image: string;
  /** Where the gateway answers outside the cluster; pods change behind it. */
  readonly url: string;
  /** Resolves when every Deployment has the pods it wants, no other pod is left, and the gateway answers at `url`. */
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
/** A machine that does much else starts ten pods in a minute or two. */
const patienceMs = 600_000;

/** The one that `npm test` names, or `node scripts/kubernetes.mjs`; throws where there is none. */
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
