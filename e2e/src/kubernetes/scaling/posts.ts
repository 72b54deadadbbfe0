import { business } from '../../set-up.ts';

export { business };

/**
 * The communities of the scans that make the load. There are so few that reading them uses a fraction of the site's
 * rate limit.
 */
export const loadCommunities = Array.from({ length: 20 }, (_, n) => `queue_${String(n).padStart(2, '0')}`);

/** The community of the only post that asks for what `business` offers. */
export const leadCommunity = loadCommunities[7] ?? '';

/**
 * The sandbox spreads posts over a week. The oldest, which soon become too old for a scan, go to a community that no
 * scan reads.
 */
const olderPosts = 8;

/** The lines of a posts file for the sandbox. Each community has one post, so each task is small. */
export function loadPosts(): string {
  const older = Array.from({ length: olderPosts }, () => 'queue_older');
  const lines = [...older, ...loadCommunities].map((community, number) =>
    JSON.stringify({
      id: (2_000_000 + number).toString(36),
      subreddit: community,
      ...textsOf(community, number),
      created_utc: 1_400_000_000 + number,
    }),
  );
  return `${lines.join('\n')}\n`;
}

function textsOf(community: string, number: number): { title: string; selftext: string } {
  if (community === leadCommunity) {
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
