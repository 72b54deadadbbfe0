import type { Business, Post } from '../scorer.ts';

export const business: Business = {
  description:
    'ParcelPilot: shipping software for small online shops. Compare carrier rates, print labels in batches and track parcels.',
  communities: ['ecommerce', 'shopify'],
};

export function post(id: string, title: string, selftext = '', community = 'ecommerce'): Post {
  return { id, title, selftext, community };
}

export const buyer = post(
  'buyer',
  'Looking for shipping software for my shop',
  'We send forty parcels a week and copy every address by hand.\nCan anyone recommend something that compares carrier rates? Our budget is $50 a month and we need it this week.',
);
export const seller = post(
  'seller',
  '[Offer] I built a shipping label app',
  'We offer a free trial with code PARCEL. Check out our page and sign up here.',
);
export const stranger = post('stranger', 'Which novel did you enjoy last?', 'Mine was about the sea.', 'books');

/** Posts that must not break a scorer: empty texts, other scripts, letters that grow in lower case, markup, long texts. */
export const hostile: readonly Post[] = [
  post('empty', '', ''),
  post('blank', ' \n\t ', '\n\n'),
  post('turkish', 'İSTANBUL İİİİ shipping labels İ needed', 'İİİ can anyone recommend a carrier? İ'),
  post('emoji', '📦📦 parcels 🚚', '👩‍👩‍👧 need help with shipping rates 💸💸'),
  post('regex', '((( [[ $^ \\d+ shipping', '.*+?^${}()|[]\\ carrier (unclosed'),
  post('long', 'shipping '.repeat(60), 'we need help with labels. '.repeat(2000)),
  post('one-word', 'x', 'carrier'.repeat(5000)),
];
