import type { Sources } from '@earshot/sources';

/** Whether the sandbox replaces a source. Used for data of older versions, which did not store this. */
export type IsSample = (source: string) => boolean;

/** Answers for the current installation. A source that is not in use has no sandbox. */
export function sampleNow({ all }: Pick<Sources, 'all'>): IsSample {
  return (source) => all.some(({ definition, sample }) => definition.id === source && sample);
}
