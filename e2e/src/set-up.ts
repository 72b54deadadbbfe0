import type { WatchedPage } from './browser.ts';

/** A business whose customers write in the sandbox. */
export const business =
  'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, ' +
  'track time, collect deposits and chase clients who do not pay.';

/** Communities of the sandbox's built-in posts. */
export const sandboxCommunities = [
  'freelance',
  'smallbusiness',
  'Entrepreneur',
  'SaaS',
  'startups',
  'marketing',
  'ecommerce',
  'webdev',
  'productivity',
  'Accounting',
  'RealEstate',
  'HomeImprovement',
  'SEO',
  'sysadmin',
  'Dogtraining',
  'weddingplanning',
] as const;

/** Sets the visitor's business and communities with the same calls as the page's own scripts. */
export async function setUpByCalls(
  { page }: WatchedPage,
  names: readonly string[],
  searchStrategy = 'broad',
): Promise<void> {
  const calls = [
    ['/api/configuration', { businessDescription: business, searchStrategy }],
    ...names.map((name) => ['/api/subreddits', { name }] as const),
  ] as const;
  for (const [path, body] of calls) {
    const answer = await page.request.post(new URL(path, page.url()).href, { data: body });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
  }
  await page.reload();
}
