/** Texts of the pages that follow the sign-in page or a link in a mail. They load with those pages. */
export const linkTexts = {
  forgot: {
    pageTitle: 'Forgot password · Earshot',
    heading: 'Forgot password?',
    detail: 'We email you a link to set a new one.',
    submit: 'Send the link',
  },
  accountPassword: {
    pageTitle: 'Enter your password · Earshot',
    heading: 'Enter your password',
    detail: 'This email address has an Earshot account. Sandbox ID cannot open it without the password of the account.',
    wrong: 'This password is wrong',
  },
  reset: {
    pageTitle: 'Set a new password · Earshot',
    heading: 'Set a new password',
    detail: 'You will be signed out everywhere.',
    submit: 'Set the password',
    done: 'Password set',
    again: 'Request another link',
  },
  verify: { pageTitle: 'Confirm your address · Earshot', heading: 'Your email address', pending: 'Confirming...' },
  newAddress: {
    pageTitle: 'Confirm your new address · Earshot',
    heading: 'Use this address?',
    detail: 'Your account gets this email address. Sign in with it from then on.',
    submit: 'Use this address',
  },
  firstAdmin: {
    pageTitle: 'Become administrator · Earshot',
    heading: 'Become the administrator?',
    detail: 'Your account gets administrator rights. You must sign in again in your other browsers.',
    submit: 'Become administrator',
    done: 'Rights Granted',
    signIn: 'Sign in first',
  },
  unsubscribe: {
    pageTitle: 'Unsubscribe · Earshot',
    heading: 'No more emails about new leads?',
    detail: 'New leads still appear in the app. You can turn the emails on again in the settings.',
    submit: 'Unsubscribe',
  },
  toSignIn: 'To the sign-in page',
  newPassword: 'New password',
} as const;
