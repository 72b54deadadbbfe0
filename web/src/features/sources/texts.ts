import type { CommunityHealth, SourceHealth } from '@earshot/proto/http/source-health';
import type { CommunityNoun, SourceState } from '@earshot/proto/values';
import { ago, count, sentence } from '../../lib/format.ts';

const states: Record<SourceState, string> = {
  idle: 'Not read yet',
  listening: 'Listening',
  limited: 'Waiting for the limit',
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
      return `Nobody has read ${many} of this source in the last 24 hours. Add one, or start a scan.`;
    case 'limited':
      return 'Earshot waits and then continues. You need not do anything.';
    case 'unreachable':
      return `${retries} Posts of the meantime are read as soon as the site answers.`;
    case 'refused':
      return source === 'feed'
        ? `${retries} Choose feeds that open without signing in.`
        : `${retries} Your leads and drafts stay, and other sources continue. If the site offers feeds, you can add your ${many} as feeds meanwhile.`;
    case 'misconfigured':
      return isAdmin
        ? `${sourceLabel} rejects the credentials of this installation. Check ${settings.join(', ')}, and restart Earshot.`
        : `${sourceLabel} rejects the credentials of this installation. Ask your administrator to check ${settings.join(', ')}.`;
    case 'listening':
      return null;
  }
}

export const texts = {
  title: 'Sources',
  help: 'Whether new posts arrive, and what to do if they do not.',
  allHelp: 'Whether new posts arrive, over the communities of all users.',
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
  read: 'Read lately',
  communities,
  silentAmong: (silent: number) => `${count(silent)} silent`,
  unknown: 'Not known yet',
  notPlanned: 'With the next scan',
  quietTitle: 'No new posts from',
  troubles: { failing: 'Cannot be read', silent: 'Silent' },
  trouble: ({ trouble, cause, since, usualGapSeconds }: CommunityHealth, nowMs: number) => {
    if (trouble === 'failing') return sentence(cause ?? states.unreachable);
    const last = since === null ? '' : `Last post ${ago(Date.parse(since), nowMs)}`;
    return `${last}, usually ${pace(usualGapSeconds ?? 0)}. Check whether the community is still in use.`;
  },
} as const;
