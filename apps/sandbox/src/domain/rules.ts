/** One rule of a community, as shown in its sidebar. */
export interface Rule {
  kind: 'link' | 'comment' | 'all';
  name: string;
  description: string;
}

/** The rules of communities without specific rules below. */
const COMMON: readonly Rule[] = [
  {
    kind: 'all',
    name: 'No unasked advertising',
    description: 'Name a product only where somebody asked for one, and say that it is yours.',
  },
  { kind: 'comment', name: 'Answer the question', description: 'A comment must help the person who wrote the post.' },
  { kind: 'all', name: 'Be civil', description: 'No insults, no pressure, no repeated messages.' },
];

const rule = (name: string, description: string, kind: Rule['kind'] = 'all'): Rule => ({ kind, name, description });
const civil = rule('Be kind', 'Argue with what was said, never with who said it.');

/**
 * Specific rules by lower-case community name. They differ as those of real communities do: some forbid all promotion,
 * some restrict it, some do not mention it.
 */
const OWN: Readonly<Record<string, readonly Rule[]>> = {
  smallbusiness: [
    rule(
      'Promotion stays in the weekly thread',
      'Your own product or service belongs in the weekly promotion thread. Elsewhere it is removed.',
    ),
    rule('Say what you do', 'Name your trade and your country: most answers depend on both.', 'link'),
    civil,
  ],
  startups: [
    rule('No direct sales or advertisements', 'This is not a place to advertise. First offence: removal. Second: ban.'),
    rule('No solicitation by message', 'Do not send unsolicited DMs to members who posted here.'),
    civil,
  ],
  entrepreneur: [
    rule('No self-promotion', 'Not in posts, not in comments, not in disguise.'),
    rule('No "DM me"', 'Answers are public. Do not take the conversation to private messages.'),
    rule('No surveys', 'Market research needs the consent of the moderators.', 'link'),
  ],
  marketing: [
    rule(
      'Nine to one',
      'At most 10% of what you write here may be about your own company. Participate before you promote.',
    ),
    rule('No blog spam', 'A link without a summary is removed.', 'link'),
    civil,
  ],
  saas: [
    rule(
      'Disclose what is yours',
      'Mention your own product where it answers the question, as long as you disclose it.',
    ),
    civil,
  ],
  seo: [
    rule('No link dropping', 'Comments with links to tools or agencies are removed without notice.'),
    rule('No guest post offers', 'Trading links is not discussed here.'),
  ],
  webdev: [
    rule('Showoff Saturday', 'Promote your own work on Saturdays only.'),
    rule('Good titles', 'Say in the title what the question is.', 'link'),
  ],
  freelance: [
    rule('This is not a job board', 'No offers of work and no offering of your services, anywhere, in any form.'),
    civil,
  ],
  ecommerce: [
    rule('No shop reviews outside the thread', 'Ask for a look at your shop in the monthly thread.', 'link'),
    rule('No referral links', 'Shortened and referral links get you banned.'),
  ],
  productivity: [
    rule('Written by people', 'No AI-generated posts or comments.'),
    rule('No low effort', 'Say what you tried.', 'link'),
  ],
  sysadmin: [
    rule('Vendors', 'Vendors must have verified flair before they mention what they sell.'),
    rule('No doxxing', 'Blur names and addresses on screenshots.'),
  ],
  homeimprovement: [
    rule('No business promotion', 'Contractors may answer questions but must not advertise their company.'),
    rule('Photos help', 'Add a photo where you can.', 'link'),
  ],
  realestate: [
    rule('No soliciting', 'Agents, lenders and everybody else: no soliciting in comments or by private message.'),
    rule('Location first', 'Laws differ: say where it is.', 'link'),
  ],
  weddingplanning: [
    rule('Vendors ask first', 'Vendors need the approval of the moderators before they recommend themselves.'),
    rule('No shaming', 'Every budget is welcome.'),
  ],
  dogtraining: [
    rule('Humane advice only', 'Nothing that works by pain or fear.', 'comment'),
    rule('Self-promotion', 'Only with prior permission of the moderators.'),
  ],
  accounting: [
    rule('No homework', 'Show what you have worked out yourself.', 'link'),
    rule('Know your limits', 'Say so when a question needs somebody licensed where the author lives.', 'comment'),
  ],
};

/** The rules of a community, most important first. */
export function rulesOf(community: string): readonly Rule[] {
  return OWN[community.toLowerCase()] ?? COMMON;
}
