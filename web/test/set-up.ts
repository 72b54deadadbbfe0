/** Runs before every test file and configures Testing Library if there is a DOM. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  // The default of one second is too short on a busy machine.
  configure({ asyncUtilTimeout: 60_000 });
}
export {};
