/** Runs before every test file. If there is a DOM, it configures Testing Library and adds what jsdom lacks. */
if (typeof document !== 'undefined') {
  const { TextDecoder, TextEncoder } = await import('node:util');
  Object.assign(globalThis, { TextDecoder, TextEncoder });
  const { configure } = await import('@testing-library/react');
  // The default of one second is too short on a busy machine.
  configure({ asyncUtilTimeout: 60_000 });
}
export {};
