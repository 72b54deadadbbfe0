export const texts = {
  pageTitle: 'Billing · Earshot',
  plan: 'Free Trial',
  remaining: '2 days remaining',
  explanation: [
    'This installation of Earshot is self-hosted and free. There is no trial, and there is nothing to buy.',
    'The texts “2 days remaining” and “Upgrade Now” never change and have no effect.',
  ],
  /** The name of the setting stands between the two. */
  hide: ['To hide both texts and this page, the operator sets ', ' and restarts Earshot.'],
  setting: 'EARSHOT_BILLING=off',
} as const;
