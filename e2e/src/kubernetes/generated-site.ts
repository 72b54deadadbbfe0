import { postsFile } from '../faults/posts.ts';
import type { TheInstallation } from './the-installation.ts';

const name = 'generated-posts';

/**
 * Makes the installation's sandbox serve the generated posts of the fault suites, which stay the same after a restart.
 * Resolves with a function that restores the sandbox.
 */
export async function serveGeneratedSite(to: TheInstallation, postsPerCommunity: number): Promise<() => Promise<void>> {
  const { kubectl, apply, release, settled } = to;
  const sandbox = `deployment/${release}-sandbox`;
  const metadata = { name };
  const posts = postsFile(postsPerCommunity);
  await apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'posts.jsonl': posts } });
  const container = {
    name: 'sandbox',
    env: [{ name: 'SANDBOX_POSTS', value: '/posts/posts.jsonl' }],
    volumeMounts: [{ name, mountPath: '/posts' }],
  };
  const spec = { containers: [container], volumes: [{ name, configMap: { name } }] };
  await kubectl('patch', sandbox, '--patch', JSON.stringify({ spec: { template: { spec } } }));
  await settled();
  return async () => {
    await kubectl('rollout', 'undo', sandbox);
    await settled();
    await kubectl('delete', 'configmap', name);
  };
}
