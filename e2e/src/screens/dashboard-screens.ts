import { scanJob } from '@earshot/proto/http/scan';
import { examples } from '@earshot/proto/http/examples';
import { outreachContract } from '@earshot/proto/http/outreach';
import type { Page } from 'playwright-core';
import type { Screen } from './screen.ts';
import { ofTwoSources, twoSources, withoutSending } from './two-sources.ts';
import { wideFrom } from './widths.ts';

const running = {
  ...scanJob.parse(examples['latestScan']?.response),
  status: 'processing',
  currentStep: 'Reading r/smallbusiness',
  progress: 40,
  completedAt: null,
};

/** Opens the sidebar, which is a drawer on narrow screens. */
async function withSidebar(page: Page, width: number): Promise<void> {
  if (width < wideFrom) await page.getByRole('button', { name: 'Open navigation' }).click();
}

async function openFirstLead(page: Page): Promise<void> {
  const card = page.getByRole('article').first();
  await card.getByRole('heading').getByRole('button').click();
  await card.getByRole('button', { name: 'Generate' }).waitFor();
}

const forbidden = {
  ...outreachContract.generateMessage.response.parse(examples['generateMessage']?.response),
  rules: {
    verdict: 'avoid',
    rule: 'No self-promotion: do not name your own product, not even when somebody asks.',
    reason: 'The draft names your product',
  },
};

async function openWhy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Why (these leads|nothing)\?$/ }).click();
  await page.getByRole('list', { name: 'Where the posts went' }).waitFor();
}

/** Waits for a chart. */
const drawn = (page: Page) => page.locator('canvas').first().waitFor();

/** The screens of a signed-in user. */
export const dashboardScreens: readonly Screen[] = [
  { name: 'leads-none', who: 'newcomer', path: '/dashboard/leads', shows: 'No leads found.' },
  { name: 'leads', who: 'owner', path: '/dashboard/leads', shows: /^\d+ leads/ },
  {
    name: 'leads-no-match',
    who: 'owner',
    path: '/dashboard/leads?status=responded&relevance=low',
    shows: 'No lead matches these filters.',
  },
  {
    name: 'leads-scanning',
    who: 'owner',
    path: '/dashboard/leads',
    answers: { '/api/leads/scan/latest': running, '/api/leads/scan/status/*': running },
    shows: 'Reading r/smallbusiness',
  },
  {
    name: 'lead-open',
    who: 'owner',
    path: '/dashboard/leads?sortBy=score-high',
    shows: /^\d+ leads/,
    prepare: openFirstLead,
  },
  {
    name: 'shortcuts',
    who: 'owner',
    path: '/dashboard/leads',
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Show this list').waitFor();
    },
  },
  { name: 'why', who: 'owner', path: '/dashboard/leads', shows: /^\d+ leads/, prepare: openWhy },
  {
    name: 'why-posts',
    who: 'owner',
    path: '/dashboard/leads',
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await openWhy(page);
      await page.getByRole('button', { name: /below your threshold$/ }).click();
      await page.getByRole('list', { name: 'Posts below your threshold' }).getByRole('listitem').first().waitFor();
      await page.getByText('How the score came about').first().click();
    },
  },
  {
    name: 'draft-forbidden',
    who: 'owner',
    path: '/dashboard/leads?sortBy=score-high',
    answers: { '/generate-message': forbidden },
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await openFirstLead(page);
      await page.getByRole('button', { name: 'Generate' }).click();
      await page.getByText(forbidden.rules.rule).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'variants',
    who: 'owner',
    path: '/dashboard/leads?sortBy=score-high',
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await openFirstLead(page);
      await page.getByRole('button', { name: 'Show three variants' }).click();
      await page.getByRole('heading', { name: 'Variant 3' }).waitFor();
    },
  },
  {
    name: 'send',
    who: 'owner',
    path: '/dashboard/leads?sortBy=score-low',
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await openFirstLead(page);
      await page.getByRole('textbox', { name: 'Draft' }).fill('I read what you wrote about invoices.');
      await page.getByRole('button', { name: 'Send DM' }).click();
      await page.getByRole('dialog', { name: 'Send this direct message?' }).waitFor();
    },
  },
  {
    name: 'navigation',
    who: 'owner',
    path: '/dashboard/leads',
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      await withSidebar(page, width);
      await page.getByRole('button', { name: 'Manage Communities' }).waitFor();
    },
  },
  {
    name: 'picker',
    who: 'owner',
    path: '/dashboard/leads',
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      await withSidebar(page, width);
      await page.getByRole('button', { name: 'Manage Communities' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Add r\// })
        .first()
        .waitFor();
    },
  },
  {
    name: 'picker-sources',
    who: 'owner',
    path: '/dashboard/leads',
    answers: { '/api/sources': twoSources, '/api/subreddits': ofTwoSources },
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      await withSidebar(page, width);
      await page.getByRole('button', { name: 'Manage Communities' }).click();
      const dialog = page.getByRole('dialog', { name: 'Manage Communities' });
      await dialog.locator('label').filter({ hasText: 'Elsewhere' }).click();
      await dialog.getByRole('button', { name: 'Add Ask Elsewhere' }).waitFor();
    },
  },
  {
    name: 'leads-sources',
    who: 'owner',
    path: '/dashboard/leads',
    answers: { '/api/subreddits': ofTwoSources },
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      await page.getByRole('article').first().waitFor();
      if (width < 768) await page.getByRole('button', { name: /^Filters/ }).click();
    },
  },
  {
    name: 'copy-and-open',
    who: 'owner',
    path: '/dashboard/leads?sortBy=score-low',
    answers: { '/api/sources': withoutSending },
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await openFirstLead(page);
      await page.getByRole('textbox', { name: 'Draft' }).fill('I read what you wrote about invoices.');
      await page.getByRole('button', { name: 'Copy and open' }).waitFor();
    },
  },
  {
    name: 'sample-data',
    who: 'owner',
    path: '/dashboard/messages',
    shows: /^Generated \w/,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sample data' }).click();
      await page.getByRole('dialog', { name: 'Sample data' }).waitFor();
    },
  },
  {
    name: 'configuration-sources',
    who: 'owner',
    path: '/dashboard/configuration',
    answers: { '/api/sources': twoSources, '/api/subreddits': ofTwoSources },
    shows: 'Monitored Subreddits',
  },
  { name: 'configuration-new', who: 'newcomer', path: '/dashboard/configuration', shows: 'Monitored Subreddits' },
  { name: 'configuration', who: 'owner', path: '/dashboard/configuration', shows: 'Monitored Subreddits' },
  { name: 'analytics-new', who: 'newcomer', path: '/dashboard/analytics', shows: 'System health' },
  { name: 'analytics', who: 'owner', path: '/dashboard/analytics', shows: 'System health', prepare: drawn },
  { name: 'admin-denied', who: 'newcomer', path: '/admin/analytics', shows: 'Access Denied' },
  { name: 'admin-discovery', who: 'owner', path: '/admin/analytics', shows: 'Recent requests' },
  { name: 'admin-conversions', who: 'owner', path: '/admin/analytics?tab=conversions', shows: 'Conversion rate' },
  {
    name: 'admin-categories',
    who: 'owner',
    path: '/admin/analytics?tab=categories',
    shows: 'Top 5 categories',
    prepare: drawn,
  },
  {
    name: 'admin-security-events',
    who: 'owner',
    path: '/admin/analytics?tab=security',
    answers: { '/api/admin/security-events?*': examples['listAllSecurityEvents']?.response },
    shows: /^Failed: wrong password or code/,
  },
  {
    name: 'configuration-test',
    who: 'owner',
    path: '/dashboard/configuration',
    shows: 'Monitored Subreddits',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Test Settings' }).click();
      await page.getByLabel('Community', { exact: true }).last().fill('freelance');
      await page.getByRole('button', { name: 'Run test' }).click();
      await page.getByText(/^A scan would keep/).waitFor();
    },
  },
  { name: 'messages-none', who: 'newcomer', path: '/dashboard/messages', shows: /^No messages generated yet/ },
  { name: 'messages', who: 'owner', path: '/dashboard/messages', shows: /^Generated \w/ },
  { name: 'settings-new', who: 'newcomer', path: '/dashboard/settings', shows: 'No account is linked yet.' },
  { name: 'settings', who: 'owner', path: '/dashboard/settings', shows: 'quiet_shop' },
  {
    name: 'settings-learned',
    who: 'owner',
    path: '/dashboard/settings',
    answers: { '/api/learning': examples['learning']?.response },
    shows: 'Changed points',
  },
  {
    name: 'settings-delete',
    who: 'owner',
    path: '/dashboard/settings',
    shows: 'Delete My Account',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Delete My Account' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete everything' }).waitFor();
    },
  },
  { name: 'billing', who: 'newcomer', path: '/dashboard/billing', shows: 'Launch pricing' },
  {
    name: 'notifications-none',
    who: 'newcomer',
    path: '/dashboard/settings',
    shows: 'No account is linked yet.',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByText(/^No notifications yet/).waitFor();
    },
  },
  {
    name: 'notifications',
    who: 'owner',
    path: '/dashboard/messages',
    shows: /^Generated \w/,
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('list', { name: 'Your notifications' }).getByRole('link').first().waitFor();
    },
  },
  {
    name: 'activity',
    who: 'owner',
    path: '/dashboard/leads',
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      if (width < 1200) await page.getByRole('button', { name: 'Activity', exact: true }).click();
      await page
        .getByRole('tab', { name: /^Comments/ })
        .last()
        .click();
    },
  },
];
