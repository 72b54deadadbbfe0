import { scanJob } from '@earshot/proto/http/scan';
import { examples } from '@earshot/proto/http/examples';
import { generatedMessage } from '@earshot/proto/http/outreach';
import type { Screen } from './screen.ts';
import {
  askToDelete,
  closeDialog,
  drawn,
  openFirstLead,
  openNotifications,
  openPalette,
  openPicker,
  openPostsBelowThreshold,
  openSampleData,
  openSavedViews,
  openShortcuts,
  openWhy,
  selectLead,
  showVariants,
  testSettings,
  withSidebar,
} from './steps.ts';
import { ofTwoSources, twoSources, withoutSending } from './two-sources.ts';

const running = {
  ...scanJob.parse(examples['latestScan']?.response),
  status: 'processing',
  currentStep: 'Reading r/smallbusiness',
  progress: 40,
  completedAt: null,
};

const forbidden = {
  ...generatedMessage.parse(examples['generateMessage']?.response),
  rules: {
    verdict: 'avoid',
    rule: 'No self-promotion: do not name your own product, not even when somebody asks.',
    reason: 'The draft names your product',
  },
};

/** The screens of a signed-in user. */
export const dashboardScreens: readonly Screen[] = [
  { name: 'first-run', who: 'newcomer', path: '/dashboard/leads', shows: /^Two sentences are enough/ },
  {
    name: 'leads',
    path: '/dashboard/leads',
    shows: /^\d+ leads/,
    then: [
      { name: 'shortcuts', prepare: openShortcuts },
      {
        name: 'why',
        prepare: async (page) => {
          await closeDialog(page);
          await openWhy(page);
        },
      },
      { name: 'why-posts', prepare: openPostsBelowThreshold },
      {
        name: 'saved-views',
        prepare: async (page) => {
          await closeDialog(page);
          await openSavedViews(page);
        },
      },
    ],
  },
  {
    name: 'leads-no-match',
    path: '/dashboard/leads?status=responded&relevance=low',
    shows: 'No lead matches these filters.',
  },
  {
    name: 'leads-scanning',
    path: '/dashboard/leads',
    answers: { '/api/leads/scan/latest': running, '/api/leads/scan/status/*': running },
    shows: 'Reading r/smallbusiness',
  },
  {
    name: 'lead-open',
    path: '/dashboard/leads?sortBy=score-high',
    shows: /^\d+ leads/,
    prepare: openFirstLead,
    then: [{ name: 'variants', prepare: showVariants }],
  },
  {
    name: 'leads-selected',
    path: '/dashboard/leads?sortBy=score-low',
    shows: /^\d+ leads/,
    prepare: selectLead,
  },
  {
    name: 'draft-forbidden',
    path: '/dashboard/leads?sortBy=score-high',
    answers: { '/generate-message': forbidden },
    shows: /^\d+ leads/,
    prepare: async (page) => {
      await openFirstLead(page);
      // The best lead may have a saved comment, while the answer is a direct message.
      await page.getByRole('article').first().getByText('Direct message', { exact: true }).click();
      await page.getByRole('button', { name: 'Generate' }).click();
      await page.getByText(forbidden.rules.rule).waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
    },
  },
  {
    name: 'send',
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
    path: '/dashboard/leads',
    opensByWidth: true,
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      await withSidebar(page, width);
      await page.getByRole('button', { name: 'Manage Communities' }).waitFor();
    },
    then: [{ name: 'picker', prepare: openPicker }],
  },
  {
    name: 'picker-sources',
    path: '/dashboard/leads',
    answers: { '/api/sources': twoSources, '/api/subreddits': ofTwoSources },
    opensByWidth: true,
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
    path: '/dashboard/leads',
    answers: { '/api/subreddits': ofTwoSources },
    opensByWidth: true,
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      await page.getByRole('article').first().waitFor();
      if (width < 768) await page.getByRole('button', { name: /^Filters/ }).click();
    },
  },
  {
    name: 'copy-and-open',
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
    name: 'configuration-sources',
    path: '/dashboard/configuration',
    answers: { '/api/sources': twoSources, '/api/subreddits': ofTwoSources },
    shows: 'Monitored Communities',
  },
  { name: 'configuration-new', who: 'newcomer', path: '/dashboard/configuration', shows: 'Monitored Subreddits' },
  {
    name: 'configuration',
    path: '/dashboard/configuration',
    shows: 'Monitored Subreddits',
    then: [{ name: 'configuration-test', prepare: testSettings }],
  },
  { name: 'analytics-new', who: 'newcomer', path: '/dashboard/analytics', shows: 'System health' },
  { name: 'analytics', path: '/dashboard/analytics', shows: 'System health', prepare: drawn },
  { name: 'admin-denied', who: 'newcomer', path: '/admin/analytics', shows: 'Access Denied' },
  { name: 'admin-discovery', path: '/admin/analytics', shows: 'Recent requests' },
  { name: 'admin-users', path: '/admin/analytics?tab=users', shows: 'Two-step sign-in' },
  { name: 'admin-conversions', path: '/admin/analytics?tab=conversions', shows: 'Conversion rate' },
  {
    name: 'admin-categories',
    path: '/admin/analytics?tab=categories',
    shows: 'Top 5 categories',
    prepare: drawn,
  },
  {
    name: 'admin-security-events',
    path: '/admin/analytics?tab=security',
    answers: { '/api/admin/security-events?*': examples['listAllSecurityEvents']?.response },
    shows: /^Failed: wrong password or code/,
  },
  { name: 'messages-none', who: 'newcomer', path: '/dashboard/messages', shows: /^No messages generated yet/ },
  {
    name: 'messages',
    path: '/dashboard/messages',
    shows: /^Generated \w/,
    then: [
      { name: 'sample-data', prepare: openSampleData },
      {
        name: 'notifications',
        prepare: async (page) => {
          await closeDialog(page);
          await openNotifications(page);
        },
      },
      {
        name: 'palette',
        prepare: async (page) => {
          await closeDialog(page);
          await openPalette(page);
        },
      },
    ],
  },
  {
    name: 'settings-new',
    who: 'newcomer',
    path: '/dashboard/settings',
    shows: 'No account is linked yet.',
    then: [
      {
        name: 'notifications-none',
        prepare: async (page) => {
          await page.getByRole('button', { name: /^Notifications/ }).click();
          await page.getByText(/^No notifications yet/).waitFor();
        },
      },
    ],
  },
  {
    name: 'settings',
    path: '/dashboard/settings',
    shows: 'quiet_shop',
    then: [{ name: 'settings-delete', prepare: askToDelete }],
  },
  {
    name: 'settings-learned',
    path: '/dashboard/settings',
    answers: { '/api/learning': examples['learning']?.response },
    shows: /^Applied: a post gets/,
  },
  { name: 'billing', who: 'newcomer', path: '/dashboard/billing', shows: 'EARSHOT_BILLING=off' },
  {
    name: 'activity',
    path: '/dashboard/leads',
    opensByWidth: true,
    shows: /^\d+ leads/,
    prepare: async (page, width) => {
      if (width < 1600) await page.getByRole('button', { name: 'Activity', exact: true }).click();
      await page
        .getByRole('tab', { name: /^Comments/ })
        .last()
        .click();
    },
  },
];
