import { catalogueSource } from './catalogue/community.ts';
import type { OutgoingEvent } from '@earshot/event-bus';
import { type ConversionDependencies, convertLate } from './convert-visitor.ts';
import { hashOf } from './description.ts';
import type { AnsweredRequest, DiscoveryRepository, Ranked, RequestRepository, StoredDiscovery } from './discovery.ts';
import type { Suggestions } from './suggestions.ts';

/** Ranks communities. Never fails because of a model, since the catalogue ranks without one. */
export interface Ranker {
  /** The name of the ranking that it uses unless the model fails. */
  readonly ranking: string;
  /** Whether each ranking calls a model. */
  readonly callsModel: boolean;
  rank(description: string): Promise<Ranked>;
}

export interface DiscoverDependencies extends ConversionDependencies {
  readonly discoveries: DiscoveryRepository;
  readonly requests: RequestRepository;
  readonly ranker: Ranker;
  /** Runs concurrent calls with the same key once; all callers get the result. */
  readonly once: (key: string, work: () => Promise<StoredDiscovery>) => Promise<StoredDiscovery>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly requested: (request: AnsweredRequest) => OutgoingEvent;
}

/** How long a fallback ranking, for example after a failure of the model, is used before the model is tried again. */
const secondBestMs = 10 * 60_000;

/**
 * Suggests communities for a description, from the cache if possible. Counts, stores and publishes each request. Also
 * stores the visitor's search, so that it converts when the visitor registers.
 */
export async function discover(
  input: { readonly description: string; readonly visitor: string },
  deps: DiscoverDependencies,
): Promise<Suggestions> {
  const at = deps.now();
  const descriptionHash = hashOf(input.description);
  const request = { descriptionHash, visitor: input.visitor };
  const known = await freshDiscovery(descriptionHash, deps);
  let counted = false;
  const makeAndSave = async () => {
    // Another call may have saved it while this one waited for its turn.
    const there = await freshDiscovery(descriptionHash, deps);
    if (there !== null) return there;
    const ranked = await deps.ranker.rank(input.description.trim());
    const made = { ...ranked, descriptionHash, productDescription: input.description, rankedAt: deps.now() };
    await saveFirst(made, deps);
    counted = true;
    return made;
  };
  const { suggestions } = known ?? (await deps.once(descriptionHash, makeAndSave));
  if (!counted) await deps.discoveries.count(descriptionHash);
  const modelCalled = counted && deps.ranker.callsModel;
  const answered = { ...request, ...answerOf(suggestions), modelCalled };
  await deps.requests.add({ ...answered, at: deps.now() }, deps.requested(answered));
  await deps.visits.add({ ...request, at });
  await convertLate(request, at, deps);
  return suggestions;
}

/**
 * The cached discovery of a description. One from another ranking than the current one is only used for a limited time.
 */
export async function freshDiscovery(
  descriptionHash: string,
  { discoveries, ranker, now }: Pick<DiscoverDependencies, 'discoveries' | 'ranker' | 'now'>,
): Promise<StoredDiscovery | null> {
  const known = await discoveries.find(descriptionHash);
  if (known === null || known.ranking === ranker.ranking) return known;
  return now().getTime() - known.rankedAt.getTime() < secondBestMs ? known : null;
}

/** The part of the answer that its event contains. */
function answerOf({
  productCategory,
  suggestions,
}: Suggestions): Pick<AnsweredRequest, 'productCategory' | 'source' | 'communities'> {
  return { productCategory, source: catalogueSource, communities: suggestions.map(({ name }) => name) };
}

async function saveFirst(made: StoredDiscovery, deps: DiscoverDependencies): Promise<void> {
  const facts = { id: deps.newId(), now: deps.now() };
  if (await deps.discoveries.insert(made, facts)) return;
  await deps.discoveries.count(made.descriptionHash, made);
}
