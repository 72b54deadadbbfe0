import type { Locator, Page } from 'playwright-core';
import type { ScreenUser } from '../screens/screen-users.ts';
import type { Width } from '../screens/screen.ts';

/**
 * An element that opens over the page. A `modal` traps the focus until it is closed. A `popover` takes the focus but
 * does not trap it. A `list` leaves the focus on its opener, which exposes the active option.
 */
export interface Surface {
  readonly name: string;
  readonly kind: 'modal' | 'popover' | 'list';
  /** The signed-in owner of the data unless set. */
  readonly who?: ScreenUser;
  readonly path: string;
  /** 1440 unless set. */
  readonly width?: Width;
  /** Preparation, such as opening the element that contains the opener. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly opener: (page: Page) => Locator;
  /** The key that opens it while the opener has the focus. */
  readonly key?: string;
  readonly opened: (page: Page) => Locator;
  /** It is a plain dialog itself, so no other one stands in for it while its code loads. */
  readonly isPlain?: boolean;
}

const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();

/** Every dialog, drawer, menu and list of options. */
export const surfaces: readonly Surface[] = [
  {
    name: 'the subreddit picker',
    kind: 'modal',
    path: '/dashboard/leads',
    opener: button('Manage Communities'),
    opened: dialog(/communities/i),
  },
  {
    name: 'the palette',
    kind: 'modal',
    path: '/dashboard/messages',
    opener: (page) => page.getByRole('button', { name: 'Search', exact: true }),
    opened: dialog('Search and commands'),
    isPlain: true,
  },
  {
    name: 'the saved views',
    kind: 'modal',
    path: '/dashboard/leads',
    width: 390,
    opener: button('Views'),
    opened: dialog('Saved views'),
  },
  {
    name: 'the navigation of a phone',
    kind: 'modal',
    path: '/dashboard/leads',
    width: 390,
    opener: button('Open navigation'),
    opened: dialog('Earshot'),
  },
  {
    name: 'the theme menu',
    kind: 'popover',
    path: '/dashboard/leads',
    opener: button(/^Theme/),
    opened: (page) => page.getByRole('menu'),
  },
  {
    name: 'the status filter',
    kind: 'list',
    path: '/dashboard/leads',
    opener: (page) => page.getByRole('combobox', { name: 'Status' }),
    key: 'ArrowDown',
    opened: (page) => page.locator('.ant-select-dropdown'),
  },
  {
    name: 'the notifications',
    kind: 'popover',
    path: '/dashboard/messages',
    opener: button(/^Notifications/),
    opened: dialog('Notifications'),
  },
  {
    name: 'the activity feed of a phone',
    kind: 'modal',
    path: '/dashboard/leads',
    width: 390,
    opener: button('Activity'),
    opened: dialog('Activity Feed'),
  },
  {
    name: 'the discovery of communities',
    kind: 'modal',
    who: 'visitor',
    path: '/',
    opener: button('Discover Communities'),
    opened: dialog('Discover Reddit Communities'),
  },
  {
    name: 'the deletion of the account',
    kind: 'modal',
    path: '/dashboard/settings',
    opener: button('Delete My Account'),
    opened: dialog('Delete your account?'),
  },
  {
    name: 'the unlinking of an account',
    kind: 'modal',
    path: '/dashboard/settings',
    opener: button(/^Unlink/),
    opened: dialog(/^Unlink/),
  },
  {
    name: 'the confirmation of a sensitive action',
    kind: 'modal',
    path: '/dashboard/settings',
    opener: button('Export My Data'),
    opened: dialog('Is it you?'),
  },
  {
    name: 'the question before an account is disabled',
    kind: 'modal',
    path: '/admin/analytics?tab=users',
    opener: button(/^Disable/),
    opened: dialog(/^Disable/),
  },
  {
    name: 'where the posts of a scan went',
    kind: 'modal',
    path: '/dashboard/leads',
    opener: button(/^Why (these leads|nothing)\?$/),
    opened: dialog(/^Why/),
  },
  {
    name: 'the test of the settings',
    kind: 'modal',
    path: '/dashboard/configuration',
    opener: button('Test Settings'),
    opened: dialog('Test settings'),
  },
];
