import type { CommunityRule } from '@earshot/sources';
import type { MessageType, RuleVerdict } from '@earshot/proto/values';

/** Drafts by kind: one names the business, one only helps, one has a link, one asks for a private message. */
export const draftTexts = {
  naming:
    'You asked how to print labels: weigh three parcels first. Disclosure: I am with ParcelPilot, a way to print labels.',
  helping: 'You asked how to print labels: weigh three parcels first, and compare the rates for just those.',
  linking:
    'Weigh three parcels first. Disclosure: I am with ParcelPilot, see https://parcelpilot.example for the rates.',
  inviting: 'Weigh three parcels first. Disclosure: I am with ParcelPilot. Just DM me for the rest.',
} as const;

export interface RuleFixture {
  readonly rules: readonly CommunityRule[];
  readonly type: MessageType;
  readonly draft: keyof typeof draftTexts;
  readonly verdict: RuleVerdict;
  /** The sentence that must be quoted; null for none. */
  readonly quotes: string | null;
}

const rule = (text: string, kind: CommunityRule['kind'] = 'all'): CommunityRule => {
  const [shortName = '', ...description] = text.split(' | ');
  return { shortName, description: description.join(' | '), kind };
};
const judged = (
  type: MessageType,
  draft: keyof typeof draftTexts,
  verdict: RuleVerdict,
  quotes: string | null,
  ...rules: readonly (string | CommunityRule)[]
): RuleFixture => ({
  type,
  draft,
  verdict,
  quotes,
  rules: rules.map((one) => (typeof one === 'string' ? rule(one) : one)),
});

/** Rules written for these tests, in the style of real communities. */
export const ruleFixtures: readonly RuleFixture[] = [
  // Plain bans.
  judged('comment', 'naming', 'avoid', 'No self-promotion', 'No self-promotion | Posts and comments alike.'),
  judged('comment', 'naming', 'avoid', 'No advertising of any kind', 'Be nice', 'No advertising of any kind'),
  judged(
    'comment',
    'naming',
    'avoid',
    'Do not promote your own business here.',
    'Keep it useful | Do not promote your own business here.',
  ),
  judged(
    'comment',
    'naming',
    'avoid',
    'Self promotion will be removed and may get you banned.',
    'Spam | Self promotion will be removed and may get you banned.',
  ),
  judged(
    'comment',
    'naming',
    'avoid',
    'No soliciting',
    'No soliciting | That goes for services, apps and newsletters.',
  ),
  judged(
    'comment',
    'naming',
    'avoid',
    'Commercial content is prohibited.',
    'What this place is | Commercial content is prohibited.',
  ),
  judged(
    'comment',
    'naming',
    'avoid',
    "Don't plug your app, not even a little.",
    "Plugs | Don't plug your app, not even a little.",
  ),
  judged('comment', 'linking', 'avoid', 'Zero tolerance for advertising.', 'Ads | Zero tolerance for advertising.'),
  judged(
    'comment',
    'naming',
    'avoid',
    'Never offer your services in replies.',
    'Services | Never offer your services in replies.',
  ),
  // The same bans and a draft that promotes nothing.
  judged('comment', 'helping', 'safe', null, 'No self-promotion | Posts and comments alike.'),
  judged('comment', 'helping', 'safe', null, 'No advertising of any kind'),
  judged('dm', 'helping', 'safe', null, 'No soliciting | That goes for services, apps and newsletters.'),
  // A ban on public promotion, and a private message.
  judged('dm', 'naming', 'borderline', 'No self-promotion', 'No self-promotion | Posts and comments alike.'),
  judged('dm', 'naming', 'safe', null, rule('No promotional posts', 'link')),
  // Rules for posts only.
  judged('comment', 'naming', 'borderline', 'No promotional posts', 'No promotional posts'),
  judged('comment', 'naming', 'borderline', 'Do not advertise.', rule('Titles | Do not advertise.', 'link')),
  // Conditions.
  judged(
    'comment',
    'naming',
    'borderline',
    'Self-promotion only in the weekly thread',
    'Self-promotion only in the weekly thread',
  ),
  judged('comment', 'naming', 'borderline', 'No promotion', 'No promotion | Unless a moderator has given permission.'),
  judged(
    'comment',
    'naming',
    'borderline',
    'Promote your work on Saturdays.',
    'Show and tell | Promote your work on Saturdays.',
  ),
  judged(
    'comment',
    'naming',
    'borderline',
    'Follow the 9:1 ratio for self-promotion.',
    'Ratio | Follow the 9:1 ratio for self-promotion.',
  ),
  judged('comment', 'naming', 'borderline', 'No excessive self-promotion', 'No excessive self-promotion'),
  judged(
    'comment',
    'naming',
    'borderline',
    'Do not mention products you sell unless someone asks.',
    'Products | Do not mention products you sell unless someone asks.',
  ),
  judged('comment', 'naming', 'borderline', 'Self-promotion', 'Self-promotion'),
  judged(
    'comment',
    'naming',
    'borderline',
    'Only with prior permission of the moderators.',
    'Self-promotion | Only with prior permission of the moderators.',
  ),
  judged('comment', 'naming', 'avoid', 'Advertising', 'Advertising | Not here, please.'),
  judged(
    'comment',
    'naming',
    'avoid',
    'No self-promotion',
    'No self-promotion | Not in posts, not in comments, not in disguise.',
  ),
  judged(
    'comment',
    'naming',
    'avoid',
    'No offers of work and no offering of your services.',
    'Not a job board | No offers of work and no offering of your services.',
  ),
  // Disclosure is the only condition.
  judged(
    'comment',
    'naming',
    'safe',
    'You may promote your own product as long as you disclose it.',
    'Be open | You may promote your own product as long as you disclose it.',
  ),
  judged('comment', 'naming', 'safe', null, 'Promotion is welcome here | Share what you build.'),
  // Private messages.
  judged('dm', 'naming', 'avoid', 'No unsolicited DMs', 'No unsolicited DMs | Keep it in the thread.'),
  judged(
    'dm',
    'helping',
    'avoid',
    'Do not send private messages to posters.',
    'Privacy | Do not send private messages to posters.',
  ),
  judged('comment', 'naming', 'safe', null, 'No unsolicited DMs | Keep it in the thread.'),
  judged(
    'comment',
    'inviting',
    'avoid',
    'Do not take the conversation to DMs.',
    'Public answers | Do not take the conversation to DMs.',
  ),
  judged('dm', 'naming', 'safe', null, 'Bans | Do not message the mods about bans more than once.'),
  // Links.
  judged('comment', 'linking', 'avoid', 'No links in comments.', 'Plain text | No links in comments.'),
  judged('comment', 'naming', 'safe', null, 'Plain text | No links in comments.'),
  judged('comment', 'linking', 'borderline', 'No links without approval', 'No links without approval'),
  // Rules about businesses.
  judged(
    'comment',
    'naming',
    'borderline',
    'Vendors must have verified flair.',
    'Vendors | Vendors must have verified flair.',
  ),
  judged('comment', 'naming', 'avoid', 'No company accounts', 'No company accounts'),
  // Rules about text written by AI.
  judged('comment', 'helping', 'borderline', 'No AI-generated comments', 'No AI-generated comments'),
  judged('dm', 'helping', 'safe', null, 'No AI-generated comments'),
  // Rules about other subjects.
  judged(
    'comment',
    'naming',
    'safe',
    null,
    'Be civil | Do not promote hate or violence.',
    'No surveys',
    'Search before you post',
  ),
  judged('comment', 'naming', 'safe', null, 'No job ads | Hiring belongs elsewhere.', 'No homework'),
  // The strictest rule decides. Rules in other languages are not judged, which is borderline for a draft that promotes.
  judged(
    'comment',
    'naming',
    'avoid',
    'No sales pitches',
    'Self-promotion only in the weekly thread',
    'No sales pitches',
  ),
  judged(
    'comment',
    'naming',
    'borderline',
    'Keine Werbung für das eigene Produkt',
    'Keine Werbung für das eigene Produkt | Das ist hier nicht erlaubt und wird von den Moderatoren gelöscht.',
  ),
  judged('comment', 'naming', 'safe', null),
];
