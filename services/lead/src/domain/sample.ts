import type { Sources } from '@earshot/sources';

/** Whether the sandbox stands in for a source, for data of older versions, which did not keep this. */
export type IsSample = (source: string) => boolean;

/** As the installation is now; a source that it does not use has no sandbox. */
export function sampleNow({ all }: Pick<Sources, 'all'>): IsSample {
  return (source) => all.some(({ definition, sample }) => definition.id === source && sample);
}
