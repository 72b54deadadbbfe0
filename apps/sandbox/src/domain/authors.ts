import { hashOf } from './hash.ts';

const FIRST =
  'quiet maple rusty north copper lazy tidy harbor paper brisk velvet gravel sunny odd plain amber hollow swift mossy salty ' +
  'early cobalt humble linen stray canyon pocket dusty marble evening';
const SECOND =
  'otter ledger kettle wagon finch anchor pickle lantern badger thimble comet parcel walnut ferry mitten piano orchard beacon ' +
  'pigeon hammer noodle cactus saddle marmot bucket window pepper ladder tailor raven';

const first = FIRST.split(' ');
const second = SECOND.split(' ');

/** A user name for a post whose source names no author. The same id always gets the same name. */
export function authorOf(id: string): string {
  const hash = hashOf(`author:${id}`);
  const a = first[hash % first.length] ?? 'quiet';
  const b = second[(hash >>> 8) % second.length] ?? 'otter';
  const digits = (hash >>> 16) % 1000;
  return hash % 3 === 0 ? `${a}_${b}${digits}` : `${a}-${b}-${digits}`;
}
