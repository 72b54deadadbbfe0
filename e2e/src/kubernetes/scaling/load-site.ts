import type { TheInstallation } from '../the-installation.ts';
import { loadPosts } from './posts.ts';

const configMap = 'load-posts';
const folder = '/load';

/** Makes the sandbox serve `loadPosts` instead of its own posts. Resolves with a function that restores the sandbox. */
export async function serveLoadPosts({
  apply,
  kubectl,
  release,
  settled,
}: TheInstallation): Promise<() => Promise<void>> {
  const deployment = `deployment/${release}-sandbox`;
  await apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: configMap },
    data: { 'posts.jsonl': loadPosts() },
  });
  const containers = [
    {
      name: 'sandbox',
      env: [{ name: 'SANDBOX_POSTS', value: `${folder}/posts.jsonl` }],
      volumeMounts: [{ name: configMap, mountPath: folder }],
    },
  ];
  const volumes = [{ name: configMap, configMap: { name: configMap } }];
  await kubectl(
    'patch',
    deployment,
    '--patch',
    JSON.stringify({ spec: { template: { spec: { containers, volumes } } } }),
  );
  await settled();
  return async () => {
    await kubectl('rollout', 'undo', deployment);
    await kubectl('delete', 'configmap', configMap);
    await settled();
  };
}
