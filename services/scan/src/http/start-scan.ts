import { answer, route } from '@earshot/platform';
import { scanContract } from '@earshot/proto/http/scan';
import type { StartDeps } from '../domain/start-scan.ts';
import { startScan } from '../domain/start-scan.ts';

export function startScanRoute(deps: StartDeps) {
  return route(scanContract.startScan, async ({ userId }) => {
    const { jobId, started } = await startScan(deps, userId);
    return answer({ jobId }, { status: started ? 202 : 200 });
  });
}
