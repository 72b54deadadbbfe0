import type { ScanJob } from '@earshot/proto/http/scan';
import { isRunning } from './is-running.ts';
import { texts } from './texts.ts';

/** The title of the dialog that shows where the posts of a scan went, and of its button. */
export const whyTitle = (job: ScanJob) =>
  job.newLeadsFound === 0 && !isRunning(job) ? texts.whyNothing : texts.whyThese;
