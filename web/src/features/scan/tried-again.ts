import type { Configuration } from '@earshot/proto/http/lead';
import type { ScanJob } from '@earshot/proto/http/scan';
import { fullDate } from '../../lib/format.ts';
import { texts } from './texts.ts';

/** When communities that could not be read are tried again, with the time if a schedule knows it. */
export function triedAgain(
  { nextScanAt }: Pick<ScanJob, 'nextScanAt'>,
  frequency: Configuration['scanFrequency'],
  nowMs: number,
): string {
  const isAhead = typeof nextScanAt === 'string' && Date.parse(nextScanAt) > nowMs;
  return frequency !== 'manual' && isAhead ? texts.triedAgainAt(fullDate(nextScanAt)) : texts.triedAgain[frequency];
}
