import { business } from '../../set-up.ts';

export { business };

/** Communities of the scans that make the load; few enough that reading them takes a fraction of the site's budget. */
export const loadCommunities = Array.from({ length: 20 }, (_, n) => `queue_${String(n).padStart(2, '0')}`);

/** The community of the only post that asks for what `business` sells. */
export const leadCommunity = loadCommunities[7] ?? '';

/** The sandbox spreads posts over a week: the oldest, soon too old for a scan, lie where nobody looks. */
const olderPosts = 8;

/** The lines of a posts file for the sandbox: one post in each community, so that a task is a light one. */
export function loadPosts(): string {
  const older = Array.from({ length: olderPosts }, () => 'queue_older');
  const lines = [...older, ...loadCommunities].map((subreddit, number) =>
    JSON.stringify({
      id: (2_000_000 + number).toString(36),
      subreddit,
      ...textsOf(subreddit, number),
      created_utc: 1_400_000_000 + number,
    }),
  );
  return `${lines.join('\n')}\n`;
}

function textsOf(subreddit: string, number: number): { title: string; selftext: string } {
  if (subreddit === leadCommunity) {
    return {
      title: 'Looking for invoicing software for a freelance illustrator',
      selftext: 'My client has not paid two invoices. Can anyone recommend a tool that sends late payment reminders?',
    };
  }
  return {
    title: `New town, same bakery (${number})`,
    selftext: 'Moved to the coast. The trains are late and the bread is better.',
  };
}
