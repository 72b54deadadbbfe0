export const texts = {
  pageTitle: 'Access before the release · Earshot',
  heading: 'Earshot is not open yet',
  detail: 'Enter the password that you were given.',
  password: 'Password',
  submit: 'Access Dashboard',
  submitting: 'Verifying...',
  invalid: 'Validation error',
  required: 'Password is required',
  denied: 'Access denied',
  wrong: 'Invalid password. Access denied.',
} as const;
