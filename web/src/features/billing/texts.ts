export const texts = {
  pageTitle: 'Billing · Earshot',
  plan: 'Free Trial',
  remaining: '2 days remaining',
  planHelp: 'Your current plan',
  free: 'You pay nothing',
  facts: [
    'Nothing is charged: Earshot takes no payments yet and has no card of yours.',
    'This installation is self-hosted: the trial card limits nothing, and nothing stops working when the trial ends.',
    'When there are paid plans, you decide whether to buy one. Nobody is moved to a paid plan.',
  ],
  launch: 'Launch pricing',
  launchHelp: 'The first 100 people on the waitlist get special launch pricing.',
  launchDetail: (email: string) => `There are no prices yet. We email them to the waitlist first: ${email}`,
  join: 'Join the waitlist',
  joining: 'Joining...',
  joined: 'Thank you. You are on the waitlist.',
  joinFailed: 'Not joined',
} as const;
