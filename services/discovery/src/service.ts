import type { Sources } from '@earshot/sources';
import { leaseToSaveWork, newId } from '@earshot/core';
import { consume } from '@earshot/event-bus';
import { type Encoder, encoderPart, localEncoder } from '@earshot/encoder';
import { identityOf, meteredLlm } from '@earshot/llm';
import {
  defineService,
  followModel,
  followsModel,
  type Platform,
  type RateLimiter,
  rateLimiter,
  type Relay,
} from '@earshot/service-kit';
import { discoveryContract, ownDataContract } from '@earshot/proto/http';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { UserId } from '@earshot/proto/refs';
import { modelProfiler } from './clients/model-profiler.ts';
import { modelProposer, proposingModel } from './clients/model-proposer.ts';
import { sourceLookup } from './clients/source-lookup.ts';
import { readWebsite } from './clients/website.ts';
import { discoveryConfig } from './config.ts';
import { catalogue } from './domain/catalogue/catalogue.ts';
import { placesAsCommunities } from './domain/catalogue/places.ts';
import { catalogueSite, catalogueSource } from './domain/catalogue/community.ts';
import { type DiscoverDependencies, freshDiscovery, type Ranker } from './domain/discover.ts';
import { hearable } from './domain/hearable.ts';
import { keylessRanker } from './domain/keyless-ranker.ts';
import { catalogueRanker, modelRanker } from './domain/model-ranker.ts';
import { meaningBy, meaningfulSuggestions } from './domain/nearness.ts';
import { once } from './domain/once.ts';
import { rolesBy } from './domain/profile/roles.ts';
import { parsingProfiler, type Profiler } from './domain/propose-profile.ts';
import { discoveryEvents } from './events/discovery-events.ts';
import { onUserRegistered } from './events/on-user-registered.ts';
import { businessRoutes } from './http/business-routes.ts';
import { discoveryRoutes } from './http/discovery-routes.ts';
import { suggestionRoutes } from './http/suggestion-routes.ts';
import { forgetAddressRoute, waitlistRoutes } from './http/waitlist-routes.ts';
import { conversionStore } from './store/conversion-store.ts';
import { countedWaitlist } from './store/counted-waitlist.ts';
import { discoveryStore } from './store/discovery-store.ts';
import { discoveryDataNotes, discoveryModels, discoveryPostNotes } from './store/models.ts';
import { requestStore } from './store/request-store.ts';
import { visitStore } from './store/visit-store.ts';
import { waitlistStore } from './store/waitlist-store.ts';

const byWords = keylessRanker(catalogue);
const placesByWords = keylessRanker(placesAsCommunities, catalogue);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Suggests communities worth watching, and keeps the waitlist. */
export const discoveryService = defineService({
  name: 'discovery',
  database: 'discovery',
  config: discoveryConfig,
  models: (documents) => Object.values(discoveryModels(documents)),
  dataNotes: discoveryDataNotes,
  postNotes: discoveryPostNotes,
  serves: [...Object.values(discoveryContract), ownDataContract.discoveryData],
  calls: followsModel.calls,
  reaches: ['source', 'model'],
  publishes: ['discoveryRequested', 'discoveryConverted'],
  consumes: ['userRegistered', ...followsModel.consumes],
  start: async (platform, config) => {
    const { clock, kv, sources, log } = platform;
    const models = discoveryModels(platform.documents);
    const relays = [platform.relay(models.request), platform.relay(models.conversion)];
    const encoder = localEncoder(platform);
    const search = searchOn(platform, { models, relays, encoder });
    const { now } = search;
    const followed = followModel(platform);
    const waitlist = countedWaitlist(waitlistStore(models.waitlist), platform.meters);
    const limited = (name: string, points: number, durationMs: number) =>
      rateLimiter({ kv, clock, name, points, durationMs });

    return {
      routes: [
        ...suggestionRoutes({ sources, kv, communities: catalogue }),
        ...setUpRoutes(platform, { search, encoder, limit: limited('business-minute', 30, minuteMs) }),
        ...discoveryRoutes({
          ...search,
          hearable: (suggestions) =>
            hearable(suggestions, { source: catalogueSite(sources), kv, now, failed: lookFailed(log) }),
          source: catalogueSite(sources)?.definition.id ?? catalogueSource,
          limits: [limited('discovery-minute', 10, minuteMs), limited('discovery-day', 100, 24 * hourMs)],
          newVisitor: randomUUID,
          secure: config.EARSHOT_URL?.startsWith('https:') ?? false,
          log,
        }),
        ...waitlistRoutes({ waitlist, limit: limited('waitlist', 20, hourMs), newId, now }),
        forgetAddressRoute(waitlist),
      ],
      relays,
      resources: [...followed.resources, encoderPart(encoder)],
      forget: (userId) => search.discoveries.forgetUser(userId),
      subscriptions: [
        ...followed.subscriptions,
        consume({
          group: 'discovery',
          topic: 'account.events',
          handlers: { userRegistered: onUserRegistered(search) },
        }),
      ],
    };
  },
});

/** The routes with which a user sets up a business. */
function setUpRoutes(
  platform: Platform,
  { search, encoder, limit }: { search: DiscoverDependencies; encoder: Encoder; limit: RateLimiter },
) {
  const { sources, kv, outbound } = platform;
  return businessRoutes({
    sources,
    kv,
    now: search.now,
    ranker: search.ranker,
    byWords: byWords.suggest,
    rankPlaces: meaningfulSuggestions(placesByWords, meaningOn(encoder)),
    profiler: profilerOn(platform, encoder),
    communities: catalogue,
    readWebsite: (address, leaving) => readWebsite(address, outbound.guarded, leaving),
    limit,
  });
}

interface SearchParts {
  readonly models: ReturnType<typeof discoveryModels>;
  readonly relays: readonly Relay[];
  readonly encoder: Encoder;
}

/** The dependencies of a public search. */
function searchOn(platform: Platform, { models, relays, encoder }: SearchParts): DiscoverDependencies {
  const discoveries = discoveryStore(models.discovery);
  const ranker = rankerOn(platform, encoder);
  const now = () => platform.clock.now();
  return {
    discoveries,
    ranker,
    newId,
    now,
    requests: requestStore(models.request),
    visits: visitStore(models.search, models.registration),
    conversions: conversionStore(models.conversion),
    saved: () => relays.forEach((relay) => relay.notify()),
    once: once({
      lease: (hash, ttlMs) => leaseToSaveWork(platform.kv, `discovery:${hash}`, ttlMs),
      made: (hash) => freshDiscovery(hash, { discoveries, ranker, now }),
      wait: (ms) => wait(ms),
    }),
    ...discoveryEvents((facts) => platform.event(facts)),
  };
}

/** With a model, the model proposes communities; the catalogue is always the fallback. */
function rankerOn({ model, sources, log }: Platform, encoder: Encoder): Ranker {
  const keyless = meaningfulSuggestions(byWords, meaningOn(encoder));
  const withoutModel = catalogueRanker(keyless);
  const current = () => {
    const llm = model.current();
    if (llm === null) return withoutModel;
    return modelRanker({
      keyless,
      communities: catalogue,
      ranking: `model-2:${identityOf(llm, proposingModel)}`,
      propose: modelProposer(llm),
      lookUp: lookUpIn(sources),
      failed: (reason) => log.warn({ reason: reasonOf(reason) }, 'the model made no suggestions; the catalogue serves'),
    });
  };
  return {
    get ranking() {
      return current().ranking;
    },
    get callsModel() {
      return current().callsModel;
    },
    rank: (description) => current().rank(description),
  };
}

/** Reads what descriptions mean, by the encoder. */
function meaningOn({ encode }: Encoder): ReturnType<typeof meaningBy> {
  const encodeTexts = (texts: readonly string[]) => encode(texts);
  const parse = parsingProfiler(rolesBy(encodeTexts));
  return meaningBy(encodeTexts, (description) => parse(description, new AbortController().signal));
}

function lookFailed(log: Platform['log']): (reason: unknown) => void {
  return (reason) => log.warn({ err: reason }, 'a suggested community could not be looked at');
}

/** With a model, the model reads the description for one user; parsing is always the fallback. */
function profilerOn({ model, ledger, log }: Platform, { encode }: Encoder): (userId: UserId) => Profiler {
  const parse = parsingProfiler(rolesBy((texts) => encode(texts)));
  const failed = (reason: unknown) =>
    log.warn({ reason: reasonOf(reason) }, 'the model proposed no profile; the description is parsed');
  return (userId) => {
    const llm = model.current();
    return llm === null ? parse : modelProfiler({ llm: meteredLlm(llm, ledger, userId), parse, failed });
  };
}

/** If the catalogue's source is not in use, only the catalogue verifies communities. */
function lookUpIn(sources: Sources): ReturnType<typeof sourceLookup> {
  const source = catalogueSite(sources);
  return source === undefined ? async () => null : sourceLookup(source.read);
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : 'unknown';
}
