import type { LeadId, UserId } from '@earshot/proto/refs';
import type { FactRepository } from '../domain/facts.ts';
import { tenthsOf } from '../domain/stats.ts';
import type { AnalyticsModels } from './models.ts';
import { type Operation, upserted, writeFacts, type Written } from './write-facts.ts';

/** Facts in MongoDB, one document per natural key; a batch is one write. */
export function factStore(models: AnalyticsModels): FactRepository {
  return { ...leadFacts(models), ...accountFacts(models), ...discoveryFacts(models) };
}

async function note<F>(model: Written, facts: readonly F[], operationsOf: (fact: F) => Operation[]): Promise<void> {
  await writeFacts(model, facts.flatMap(operationsOf));
}

type LeadFacts = Pick<FactRepository, 'leadsCreated' | 'leadsRescored' | 'leadsMoved' | 'samplesRemoved'>;
type DiscoveryFacts = Pick<FactRepository, 'discoveryRequested' | 'discoveryConverted'>;

function leadFacts({ lead }: AnalyticsModels): LeadFacts {
  return {
    samplesRemoved: async (userId) => {
      await lead.deleteMany({ userId, source: 'sample' }).exec();
    },
    leadsCreated: (facts) =>
      note(lead, facts, ({ leadId, userId, score, source, community, createdAt }) => [
        ensured(leadId, userId),
        // The community is written apart, because the event of a new score may come first and names none.
        ...(community === undefined ? [] : [changed({ _id: leadId }, { subreddit: community })]),
        {
          updateOne: {
            filter: { _id: leadId, createdAt: { $exists: false } },
            update: { $set: { createdAt, tenths: tenthsOf(score), source } },
          },
        },
      ]),
    leadsRescored: (facts) =>
      note(lead, facts, ({ leadId, userId, score, source, createdAt }) => [
        ensured(leadId, userId),
        { updateOne: { filter: { _id: leadId }, update: { $set: { createdAt, tenths: tenthsOf(score), source } } } },
      ]),
    leadsMoved: (facts) =>
      note(lead, facts, ({ leadId, userId, status, revision, variant }) => [
        ensured(leadId, userId),
        changed({ _id: leadId, revision: { $lt: revision } }, { status, revision }),
        // `$not` also selects a lead without a variant.
        ...(variant === undefined
          ? []
          : [
              changed(
                { _id: leadId, variantRevision: { $not: { $gte: revision } } },
                { variant, variantRevision: revision },
              ),
            ]),
      ]),
  };
}

function changed(filter: Record<string, unknown>, fields: Record<string, unknown>): Operation {
  return { updateOne: { filter, update: { $set: fields } } };
}

/** Creates the lead's document if its creation event has not arrived yet. */
function ensured(leadId: LeadId, userId: UserId): Operation {
  return upserted(leadId, { $setOnInsert: { userId, status: 'new', revision: 0 } });
}

function accountFacts({
  community,
  scan,
  user,
}: AnalyticsModels): Omit<FactRepository, keyof LeadFacts | keyof DiscoveryFacts> {
  return {
    communitiesAdded: (facts) =>
      note(community, facts, ({ communityId, userId, isActive, source }) => [
        upserted(communityId, { $setOnInsert: { userId, isActive }, $set: { source } }),
      ]),
    communitiesRemoved: (facts) =>
      note(community, facts, ({ communityId, userId }) => [
        upserted(communityId, { $setOnInsert: { userId }, $set: { isActive: false } }),
      ]),
    scansSeen: (facts) =>
      note(scan, facts, ({ jobId, userId, startedAt }) => [
        upserted(jobId, { $setOnInsert: { userId, startedAt, isActive: true } }),
      ]),
    scansEnded: (facts) =>
      note(scan, facts, ({ jobId, userId, startedAt }) => [
        upserted(jobId, { $setOnInsert: { userId, startedAt }, $set: { isActive: false } }),
      ]),
    usersRegistered: (facts) =>
      note(user, facts, ({ userId, registeredAt }) => [upserted(userId, { $setOnInsert: { userId, registeredAt } })]),
  };
}

function discoveryFacts({ request, conversion }: AnalyticsModels): DiscoveryFacts {
  return {
    discoveryRequested: (facts) =>
      writeFacts(
        request,
        facts.map(({ eventId, communities, ...fact }) =>
          upserted(eventId, { $setOnInsert: { ...fact, subreddits: [...communities] } }),
        ),
      ),
    discoveryConverted: (facts) =>
      note(conversion, facts, ({ userId, descriptionHash, ...fact }) => [
        upserted(conversionId(descriptionHash, userId), { $setOnInsert: { userId, descriptionHash, ...fact } }),
      ]),
  };
}

/** A description counts as one conversion per user. */
function conversionId(descriptionHash: string, userId: UserId): string {
  return `${descriptionHash}:${userId}`;
}
