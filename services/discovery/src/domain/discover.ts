import type { OutgoingEvent } from '@earshot/event-bus';
import type { ConversionDependencies } from './convert-visitor.ts';
import { convertLate } from './convert-visitor.ts';
import { hashOf, normalised } from './description.ts';
import type { AnsweredRequest, DiscoveryRepository, Ranked, RequestRepository, StoredDiscovery } from './discovery.ts';
import type { Suggestions } from './suggestions.ts';

/** Makes suggestions; never fails for want of a model, because the catalogue ranks without one. */
export interface Ranker {
  /** The ranking that it makes if all goes well. */
  readonly ranking: string;
  rank(description: string): Promise<Ranked>;
}

export interface DiscoverDependencies extends ConversionDependencies {
  readonly discoveries: DiscoveryRepository;
  readonly requests: RequestRepository;
  readonly ranker: Ranker;
  /** Of calls with one key at the same time, one works and all get its result. */
  readonly once: (key: string, work: () => Promise<StoredDiscovery>) => Promise<StoredDiscovery>;
  readonly newId: () => string;
  readonly now: () => Date;
  readonly requested: (request: AnsweredRequest) => OutgoingEvent;
}

/** What a second-best ranking, as after a failure of the model, is good for before the first is tried again. */
const secondBestMs = 10 * 60_000;

/**
 * Communities for a description, from the cache where it is known. Each request is counted, kept and told; the visitor's
 * search is kept too, so that it converts when the visitor registers.
 */
export async function discover(
  asked: { readonly description: string; readonly visitor: string },
  deps: DiscoverDependencies,
): Promise<Suggestions> {
  const at = deps.now();
  const descriptionHash = hashOf(asked.description);
  const request = { descriptionHash, visitor: asked.visitor };
  const known = await freshDiscovery(descriptionHash, deps);
  let counted = false;
  const makeAndSave = async () => {
    // Somebody may have made it while we waited for our turn.
    const there = await freshDiscovery(descriptionHash, deps);
    if (there !== null) return there;
    const ranked = await deps.ranker.rank(normalised(asked.description));
    const made = { ...ranked, descriptionHash, productDescription: asked.description, rankedAt: deps.now() };
    await saveFirst(made, deps);
    counted = true;
    return made;
  };
  const { suggestions } = known ?? (await deps.once(descriptionHash, makeAndSave));
  if (!counted) await deps.discoveries.count(descriptionHash);
  const answered = { ...request, ...answerOf(suggestions) };
  await deps.requests.add({ ...answered, at: deps.now() }, deps.requested(answered));
  await deps.visits.add({ ...request, at });
  await convertLate(request, at, deps);
  return suggestions;
}

/** What is known of a description, unless it was made by another ranking than the present one. */
export async function freshDiscovery(
  descriptionHash: string,
  { discoveries, ranker, now }: Pick<DiscoverDependencies, 'discoveries' | 'ranker' | 'now'>,
): Promise<StoredDiscovery | null> {
  const known = await discoveries.find(descriptionHash);
  if (known === null || known.ranking === ranker.ranking) return known;
  return now().getTime() - known.rankedAt.getTime() < secondBestMs ? known : null;
}

/** What is told of an answer. */
function answerOf({
  productCategory,
  suggestions,
}: Suggestions): Pick<AnsweredRequest, 'productCategory' | 'subreddits'> {
  return { productCategory, subreddits: suggestions.map(({ name }) => name) };
}

async function saveFirst(made: StoredDiscovery, deps: DiscoverDependencies): Promise<void> {
  const facts = { id: deps.newId(), now: deps.now() };
  if (await deps.discoveries.insert(made, facts)) return;
  await deps.discoveries.count(made.descriptionHash, made);
}
