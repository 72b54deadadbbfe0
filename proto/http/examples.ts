import { accountExamples } from './examples/account.ts';
import type { Examples } from './examples/call-examples.ts';
import { leadExamples } from './examples/leads.ts';
import { outreachExamples } from './examples/outreach.ts';
import { publicExamples } from './examples/public.ts';
import { sourceExamples } from './examples/sources.ts';

export type { CallExamples } from './examples/call-examples.ts';

/** An example of every call that browsers make. */
export const examples: Examples = {
  ...accountExamples,
  ...leadExamples,
  ...outreachExamples,
  ...publicExamples,
  ...sourceExamples,
};
