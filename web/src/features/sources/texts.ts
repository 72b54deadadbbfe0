import type { CommunityHealth, SourceHealth } from '@earshot/proto/http/source-health';
import type { CommunityNoun, SourceState } from '@earshot/proto/values';
import { ago, count, sentence } from '../../lib/format.ts';

const states: Record<SourceState, string> = {
  idle: 'Not read in 24 hours',
  listening: 'Listening',
  limited: 'Rate limited',
  refused: 'Refused',
  unreachable: 'Unreachable',
  misconfigured: 'Misconfigured',
};

const words: Record<CommunityNoun, { readonly one: string; readonly many: string }> = {
  subreddit: { one: 'subreddit', many: 'subreddits' },
  community: { one: 'community', many: 'communities' },
};

function communities(many: number, noun: CommunityNoun): string {
  return `${count(many)} ${many === 1 ? words[noun].one : words[noun].many}`;
}

/** The usual time between two posts: `about one every 9 minutes`. */
function pace(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 90) return minutes === 1 ? 'about one a minute' : `about one every ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `about one every ${hours} hours` : `about one every ${Math.round(hours / 24)} days`;
}

/** What the reader can do about the state of a source. Null while there is nothing to do. */
function nextStep(health: SourceHealth, isAdmin: boolean): string | null {
  const { state, source, sourceLabel, communityNoun, nextTryAt, settings } = health;
  const { many } = words[communityNoun];
  const retries = nextTryAt === null ? 'Earshot tries again with the next scan.' : 'Earshot keeps trying.';
  switch (state) {
    case 'idle':
      return `Earshot has read no ${many} of this source in the last 24 hours. Start a scan, or add one first.`;
    case 'limited':
      return 'The site limits requests. Earshot waits and then continues.';
    case 'unreachable':
      return `${retries} Once the site answers, it also reads the posts written meanwhile.`;
    case 'refused':
      return source === 'feed'
        ? `${retries} Choose feeds that open without signing in.`
        : `The site denies Earshot access. ${retries} Your leads and drafts stay, and the other sources continue.`;
    case 'misconfigured':
      return isAdmin
        ? `${sourceLabel} rejects the credentials of this installation. Compare ${settings.join(', ')} with what the site gave you, then restart Earshot.`
        : `${sourceLabel} rejects the credentials of this installation. Ask your administrator to check ${settings.join(', ')}.`;
    case 'listening':
      return null;
  }
}

export const texts = {
  title: 'Sources',
  help: 'See whether new posts arrive, and how to fix sources that fail.',
  allHelp: 'See whether new posts arrive for all users.',
  what: 'the state of the sources',
  loading: 'Loading the state of the sources',
  states,
  since: 'Since',
  nextStep,
  failing: (failing: number, read: number, noun: CommunityNoun) =>
    `${failing} of ${communities(read, noun)} cannot be read.`,
  nextTry: 'Next try',
  nextRead: 'Next read',
  soon: 'in a moment',
  lastPost: 'Last post',
  postsLastDay: 'Posts in 24 hours',
  usual: (posts: number) => `usually ${count(Math.round(posts))}`,
  budget: 'Requests left',
  read: 'Read in 24 hours',
  communities,
  silentAmong: (silent: number) => `${count(silent)} without new posts`,
  unknown: 'Not known yet',
  notPlanned: 'With the next scan',
  quietTitle: 'Communities to check',
  troubles: { failing: 'Cannot be read', silent: 'Silent' },
  trouble: ({ trouble, cause, since, usualGapSeconds }: CommunityHealth, nowMs: number) => {
    if (trouble === 'failing') return sentence(cause ?? states.unreachable);
    const last = since === null ? '' : `Last post ${ago(Date.parse(since), nowMs)}`;
    return `${last}, usually ${pace(usualGapSeconds ?? 0)}. Open the community, and remove it if nobody writes there any more.`;
  },
} as const;
