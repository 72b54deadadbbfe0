import { catalogue } from './domain/catalogue/catalogue.ts';
import { featuresByName } from './domain/fit.ts';
import { mostCandidates } from './domain/keyless-ranker.ts';
import { comparisonBy } from './domain/nearness.ts';
import { rolesBy } from './domain/profile/roles.ts';
import { parsingProfiler } from './domain/propose-profile.ts';
import { indexOf } from './domain/rank.ts';

export { featureNames } from './domain/fit.ts';

/**
 * Gives the features of the best matches of a description, by the name of the community, so that weights can be learned
 * from them. Unlike suggestions, they include weak matches: those teach the weights of the score.
 */
export function fitFeatures(encode: Parameters<typeof comparisonBy>[0]) {
  const { search } = indexOf(catalogue);
  const parse = parsingProfiler(rolesBy(encode));
  const compare = comparisonBy(encode, (description) => parse(description, new AbortController().signal));
  return async (description: string): Promise<ReturnType<typeof featuresByName>> => {
    const matches = search(description).slice(0, mostCandidates);
    const compared = await compare(description, matches);
    if (compared === undefined) throw new Error('Without the sentence encoder, there are no features.');
    return featuresByName(compared.parts, matches, compared.cosines);
  };
}

/** Whether the catalogue has a community of that name. */
export function isInCatalogue(name: string): boolean {
  return catalogue.some((community) => community.name === name);
}
