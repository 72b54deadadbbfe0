/** Values in place of a field of a body. Each is refused with 400: none of our fields takes an object. */
export const nosqlValues: readonly object[] = [
  { $ne: null },
  { $ne: '' },
  { $gt: '' },
  { $gte: '' },
  { $lt: '~' },
  { $in: ['a', 'b', null] },
  { $nin: [] },
  { $exists: true },
  { $regex: '.*' },
  { $regex: '^a', $options: 'i' },
  { $where: 'sleep(5000) || true' },
  { $where: 'this.password.length > 0' },
  { $function: { body: 'function () { return true }', args: [], lang: 'js' } },
  { $expr: { $eq: [1, 1] } },
  { $not: { $eq: 'x' } },
  { $elemMatch: { $ne: null } },
  { $all: [] },
  { $size: 0 },
  { $type: 'string' },
  { $mod: [1, 0] },
  { $set: { isAdmin: true } },
  { $unset: { password: '' } },
  { $inc: { leadsToday: -1000 } },
  { $oid: '000000000000000000000000' },
  { $date: '1970-01-01T00:00:00Z' },
  { _bsontype: 'ObjectId', id: 'x' },
  { '$gt\u0000': '' },
  { toString: 'x', valueOf: 'y' },
];

/** Texts that look like operators. Where a field takes text, they are stored and compared as text. */
export const nosqlTexts: readonly string[] = [
  '$ne',
  '{"$ne":null}',
  "' || '1'=='1",
  "'; return true; var a='",
  '$where: 1',
  '$$ROOT',
  '$userId',
  '.*',
  '^',
  'a.$.b',
  'true, $where: "1 == 1"',
  '"}, {"$set": {"isAdmin": true}}',
];

export interface NosqlQuery {
  /** The query of a list of leads, without its question mark. */
  readonly query: string;
  /** ignored: the name is unknown, so the answer is that without a query. none: no lead matches. refused: 400. */
  readonly expected: 'ignored' | 'none' | 'refused';
}

export const nosqlQueries: readonly NosqlQuery[] = [
  { query: 'userId[$ne]=x', expected: 'ignored' },
  { query: 'userId=other', expected: 'ignored' },
  { query: '$where=1', expected: 'ignored' },
  { query: '$or[0][userId][$ne]=x', expected: 'ignored' },
  { query: 'status[$ne]=new', expected: 'ignored' },
  { query: 'subreddit[$regex]=.*', expected: 'ignored' },
  { query: 'minScore[$gt]=0', expected: 'ignored' },
  { query: 'sort[userId]=1', expected: 'ignored' },
  { query: 'subreddit=$ne', expected: 'none' },
  { query: 'subreddit=.*', expected: 'none' },
  { query: 'subreddit={"$ne":null}', expected: 'none' },
  { query: 'subreddit=^f', expected: 'none' },
  { query: 'status={"$ne":"new"}', expected: 'refused' },
  { query: 'status=$ne', expected: 'refused' },
  { query: 'sortBy=$natural', expected: 'refused' },
  { query: 'sortBy=userId', expected: 'refused' },
  { query: 'minScore={"$gt":0}', expected: 'refused' },
  { query: 'limit=$gt', expected: 'refused' },
  { query: 'status=new&status=$ne', expected: 'refused' },
  { query: 'relevance[]=high&relevance=$in', expected: 'refused' },
];

/** Ids in a path, already encoded. None names an object. */
export const nosqlIds: readonly string[] = [
  '$ne',
  '%7B%22$ne%22:null%7D',
  '%7B%22$gt%22:%22%22%7D',
  '[$ne]',
  '.*',
  '%5E.%2A$',
  '$where',
  'null',
  'undefined',
  '%00',
  "'%20%7C%7C%20'1'=='1",
  '_id',
];
