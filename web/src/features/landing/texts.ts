import { paths } from '../../config/paths.ts';

/** Texts of the landing page, except those of its forms. */
export const texts = {
  brand: 'Earshot',
  toTop: 'Earshot, to the top of the page',
  navLabel: 'Main',
  features: 'Features',
  discover: 'Discover Communities',
  signIn: 'Sign in',
  dashboard: 'Open dashboard',
  skip: 'Skip to the content',
  hero: {
    badge: 'Special launch pricing for the first 100 users',
    headline: ['Find your next customers on', 'Reddit'],
    description:
      'Earshot reads the communities your customers write in, scores every post against your business from 0 to 10, and drafts the first message in your tone.',
    demo: 'See sample leads',
    start: 'Start now',
    subtitle: 'The leads page: each post with its score, the reason for it, and the words that earned it.',
    picture: 'The leads page of Earshot: posts from several communities, each with a score, a reason and its actions',
  },
  stats: {
    heading: 'Why Reddit',
    cards: [
      {
        value: '1.1B',
        mark: 'Estimate',
        label: 'monthly users',
        note: 'Widely reported. Reddit itself publishes daily and weekly users.',
      },
      {
        value: '30%',
        mark: 'Our aim',
        label: 'response rate',
        note: 'The share of messages that get an answer. Yours will differ.',
      },
      {
        value: '85%',
        mark: 'Our aim',
        label: 'trust',
        note: 'The share of drafts that you would sign as they are.',
      },
    ],
  },
  demo: {
    heading: 'Three leads, and what you could answer',
    detail:
      'The posts are made up. Earshot’s own scorer produced their scores and reasons for InvoiceNest, a made-up invoicing tool for freelancers.',
    types: { dm: 'DM', comment: 'Comment' },
    copy: 'Copy',
    copied: 'Copied!',
    messageFor: (authorLabel: string) => `Message to ${authorLabel}`,
  },
  featureGrid: {
    heading: 'How Earshot works',
    items: [
      {
        icon: 'scan',
        title: 'Listens where you choose',
        detail: 'Pick communities and how often to read them. New leads appear while you watch, or arrive by email.',
      },
      {
        icon: 'leads',
        title: 'Scores with its reasons',
        detail: 'Every post gets a score from 0 to 10 and a reason, with the words that earned it marked in the post.',
        link: { href: paths.scores, text: 'How scores are measured' },
      },
      {
        icon: 'pen',
        title: 'Drafts, you decide',
        detail: 'A direct message or a comment in your tone and length. You edit it, and nothing is sent without you.',
      },
    ],
  },
  benefits: {
    heading: 'For the first 100 users',
    detail: 'Three reasons to join early.',
    items: [
      { icon: 'star', title: 'First Access', detail: 'You get access before everyone else.' },
      { icon: 'spark', title: 'Special Pricing', detail: 'A launch price that is kept for the first 100 users.' },
      { icon: 'all', title: 'Beta Features', detail: 'You get new features first, and your feedback shapes them.' },
    ],
  },
  closing: { heading: 'Be within earshot of your next customer' },
  footer: {
    label: 'Footer',
    share: 'Share on X',
    shareText: 'Earshot finds the Reddit posts your next customers write.',
    api: 'API documentation',
    scores: 'How scores are measured',
    note: 'Earshot is not affiliated with Reddit.',
  },
} as const;
