/** Texts of the second step of a sign-in. They load with its form. */
export const secondStepTexts = {
  what: 'the ways to confirm',
  code: 'Code from your authenticator app',
  recoveryCode: 'Recovery code',
  submit: 'Continue',
  passkey: 'Use your passkey',
  useRecovery: 'Use a recovery code',
  expired: 'This sign-in took too long. Enter your password again.',
  restart: 'Start again',
} as const;
