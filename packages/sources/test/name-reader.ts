import type { SourceNames } from '../src/define-source.ts';

/** Reads typed names: returns the name, or the problem that people read. */
export const nameReader = (community: SourceNames['community']) => (typed: string) => {
  const parsed = community.parse(typed);
  return 'name' in parsed ? parsed.name : parsed.problem;
};
