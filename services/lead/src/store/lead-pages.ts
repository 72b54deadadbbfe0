import type { LeadSort, TimeRange } from '@earshot/proto/values';
import type { Model, QueryFilter, SortOrder } from 'mongoose';
import type { ExportQuery } from '../domain/export-leads.ts';
import type { LeadListQuery, Position } from '../domain/list-leads.ts';
import { orders } from '../domain/list-leads.ts';
import type { LeadDocument } from './lead-schema.ts';

/** Excludes the fields that a page does not need: the outbox and the messages to the author. */
const listed = { outbox: 0, outboxAt: 0, contacts: 0, sentMessages: 0 } as const;

const rangeMs: Readonly<Record<TimeRange, number>> = {
  '24h': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
  '30d': 30 * 24 * 3_600_000,
};

/** The leads of a user that the filters let through. The community filter ignores case. */
export function filterOf(userId: string, wanted: ExportQuery): QueryFilter<LeadDocument> {
  return {
    userId,
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

/** Ids decide between equal values, so that the order is total. `way` -1 is the opposite order. */
export function sortOf(sortBy: LeadSort, way: 1 | -1 = 1): Record<string, SortOrder> {
  const { field, direction } = orders[sortBy];
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
  const { after, page, limit, sortBy } = wanted;
  if (after !== null) {
    const [documents, total] = await Promise.all([readAfter(model, filter, { ...wanted, after }), counting]);
    return { documents, total };
  }
  if (page === 1) {
    const first = read(model, filter, { sort: sortOf(sortBy), skip: 0, limit });
    const [documents, total] = await Promise.all([first, counting]);
    return { documents, total };
  }
  const total = await counting;
  return { documents: await readNumbered(model, filter, { page, limit, sortBy, total }), total };
}

/**
 * Reads what follows a position: one range of an index, which passes over the values that are equal to that of the
 * position and precede it. Scores repeat a thousand times, so unless the position is alone there are two ranges: the
 * documents with an equal value, then those beyond it.
 */
async function readAfter(
  model: Model<LeadDocument>,
  filter: Filter,
  { after, sortBy, limit }: { after: Position; sortBy: LeadSort; limit: number },
): Promise<Document[]> {
  const { field, direction } = orders[sortBy];
  const value = field === 'createdAt' ? new Date(after.value) : after.value;
  const beyond = direction === 1 ? '$gt' : '$lt';
  const range = (narrowed: Filter, most: number) =>
    read(model, { $and: [filter, narrowed] }, { sort: sortOf(sortBy), skip: 0, limit: most });
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
  { page, limit, sortBy, total }: { page: number; limit: number; sortBy: LeadSort; total: number },
): Promise<Document[]> {
  const before = (page - 1) * limit;
  const size = Math.min(limit, total - before);
  if (size <= 0) return [];
  const behind = total - before - size;
  if (before <= behind) return read(model, filter, { sort: sortOf(sortBy), skip: before, limit: size });
  const reversed = await read(model, filter, { sort: sortOf(sortBy, -1), skip: behind, limit: size });
  return reversed.reverse();
}

function read(
  model: Model<LeadDocument>,
  filter: Filter,
  { sort, skip, limit }: { sort: Record<string, SortOrder>; skip: number; limit: number },
) {
  return model.find(filter, listed).sort(sort).skip(skip).limit(limit).lean().exec();
}
