import type { TimeRange } from '@earshot/proto/values';
import { searchTerms } from '@earshot/text';
import type { Model, QueryFilter, SortOrder } from 'mongoose';
import type { UserId } from '@earshot/proto/refs';
import type { ExportQuery } from '../domain/export-leads.ts';
import { type LeadListQuery, type Order, orderOf, type Position } from '../domain/list-leads.ts';
import type { LeadDocument } from './lead-schema.ts';

/** Excludes the fields that a page does not need: the outbox, the messages to the author and the terms of the search. */
export const listed = { outbox: 0, outboxAt: 0, contacts: 0, sentMessages: 0, terms: 0 } as const;

const rangeMs: Readonly<Record<TimeRange, number>> = {
  '24h': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
  '30d': 30 * 24 * 3_600_000,
};

/** The leads of a user that match the filters. The community filter ignores case. */
export function filterOf(userId: UserId, wanted: ExportQuery): QueryFilter<LeadDocument> {
  return {
    userId,
    ...(wanted.ids !== undefined && { _id: { $in: wanted.ids } }),
    ...termsFilter(wanted.q ?? ''),
    ...(wanted.subreddit !== undefined && { subredditKey: wanted.subreddit.toLowerCase() }),
    ...(wanted.source !== undefined && { source: wanted.source }),
    ...(wanted.status !== undefined && { status: wanted.status }),
    ...(wanted.relevance !== undefined && { relevance: wanted.relevance }),
    ...(wanted.minScore !== undefined && wanted.minScore > 0 && { score: { $gte: wanted.minScore } }),
    ...(wanted.timeRange !== undefined && {
      createdAt: { $gte: new Date(wanted.now.getTime() - rangeMs[wanted.timeRange]) },
    }),
  };
}

/**
 * Requires all terms. Servers look for the first one in the index and check the others on documents, so the longest,
 * which is probably the rarest, is first.
 */
function termsFilter(text: string): QueryFilter<LeadDocument> {
  const terms = searchTerms(text).sort((a, b) => b.length - a.length);
  const [first, ...others] = terms;
  if (first === undefined) return {};
  return others.length === 0 ? { terms: first } : { terms: { $all: terms } };
}

/** Ids decide between equal values, so that the order is total. `way` -1 is the opposite order. */
export function sortOf({ field, direction }: Order, way: 1 | -1 = 1): Record<string, SortOrder> {
  const order: SortOrder = direction === way ? 1 : -1;
  return { [field]: order, _id: order };
}

type Filter = QueryFilter<LeadDocument>;
type Document = Awaited<ReturnType<typeof read>>[number];

/** One page, and the number of documents on all pages. */
interface Page {
  readonly documents: readonly Document[];
  readonly total: number;
}

/** Reads the page that follows a position, or the one with a number. */
export async function readPage(model: Model<LeadDocument>, filter: Filter, wanted: LeadListQuery): Promise<Page> {
  const counting = model.countDocuments(filter).exec();
  const { after, page, limit } = wanted;
  const order = orderOf(wanted);
  if (after !== null) {
    const [documents, total] = await Promise.all([readAfter(model, filter, { order, limit, after }), counting]);
    return { documents, total };
  }
  if (page === 1) {
    const first = read(model, filter, { sort: sortOf(order), skip: 0, limit });
    const [documents, total] = await Promise.all([first, counting]);
    return { documents, total };
  }
  const total = await counting;
  return { documents: await readNumbered(model, filter, { page, limit, order, total }), total };
}

/**
 * Reads what follows a position: one range of an index, which passes over the values that are equal to that of the
 * position and precede it. Scores repeat a thousand times, so unless the position is alone there are two ranges: the
 * documents with an equal value, then those beyond it.
 */
async function readAfter(
  model: Model<LeadDocument>,
  filter: Filter,
  { after, order, limit }: { after: Position; order: Order; limit: number },
): Promise<Document[]> {
  const { field, direction } = order;
  const value = field === 'createdAt' ? new Date(after.value) : after.value;
  const beyond = direction === 1 ? '$gt' : '$lt';
  const range = (narrowed: Filter, most: number) =>
    read(model, { $and: [filter, narrowed] }, { sort: sortOf(order), skip: 0, limit: most });
  const further = { _id: { [beyond]: after.id } };
  if (after.alone) {
    const from = direction === 1 ? '$gte' : '$lte';
    return range({ [field]: { [from]: value }, $or: [{ [field]: { [beyond]: value } }, further] }, limit);
  }
  const equal = await range({ [field]: value, ...further }, limit);
  if (equal.length === limit) return equal;
  return [...equal, ...(await range({ [field]: { [beyond]: value } }, limit - equal.length))];
}

/** Reads a page by its number from the nearer end, so that the last page costs as little as the first. */
async function readNumbered(
  model: Model<LeadDocument>,
  filter: Filter,
  { page, limit, order, total }: { page: number; limit: number; order: Order; total: number },
): Promise<Document[]> {
  const before = (page - 1) * limit;
  const size = Math.min(limit, total - before);
  if (size <= 0) return [];
  const behind = total - before - size;
  if (before <= behind) return read(model, filter, { sort: sortOf(order), skip: before, limit: size });
  const reversed = await read(model, filter, { sort: sortOf(order, -1), skip: behind, limit: size });
  return reversed.reverse();
}

function read(
  model: Model<LeadDocument>,
  filter: Filter,
  { sort, skip, limit }: { sort: Record<string, SortOrder>; skip: number; limit: number },
) {
  return model.find(filter, listed).sort(sort).skip(skip).limit(limit).lean().exec();
}
