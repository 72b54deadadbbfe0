import { topicOf, wordsOf } from '@earshot/text';

/** Words of any business, which do not show how close it is to a post. */
const COMMON = new Set(
  `small business businesses people simple online custom help helps service services software tool tools based make makes find with from
  that your their more less work working need needs want wants best good great free time times year years money things thing them they have
  into other others first just like also what when where which will would each every much many very really someone anyone owner owners
  customers customer clients client company companies team teams using used without within budget busy offer offers start
  because still cannot should could about before after while going doing being getting keep keeps nobody anybody nothing`.split(
    /\s+/,
  ),
);

/** Things that belong to one trade: a faucet belongs to plumbing. */
const TRADES: Readonly<Record<string, string>> = {
  plumbing: 'faucet sink toilet pipe piping drain shower leak',
  roofing: 'gutter soffit shingle',
  electrical: 'electrician wire outlet breaker',
  dog: 'pup puppy',
  payment: 'overdue paid paying unpaid',
  expense: 'receipt mileage',
  payroll: 'employee',
};
const related = new Map(
  Object.entries(TRADES).flatMap(([trade, words]) =>
    words.split(' ').map((word) => [topicOf(word), topicOf(trade)] as const),
  ),
);

/** The stems of a text's significant words; words common to all businesses are omitted. */
export function stemsOf(text: string): Set<string> {
  const words = wordsOf(text).map(({ word }) => word);
  const stems = words.filter((word) => /^\D.{3}/u.test(word) && !COMMON.has(word)).map(topicOf);
  return new Set(stems.flatMap((one) => [one, related.get(one) ?? one]));
}
