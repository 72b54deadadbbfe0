export const texts = {
  email: 'Email address',
  placeholder: 'you@company.com',
  submit: 'Join the waitlist',
  submitting: 'Joining...',
  invalid: 'Please enter a valid email address',
  already: 'already on the waitlist',
  thanks: 'Thank you, you are on the list',
  thanksDetail: 'We email you once, when your place is ready.',
  note: 'One email when your place is ready. No newsletter.',
  noScript: 'Joining the waitlist needs JavaScript. You can read the rest of this page without it.',
} as const;
