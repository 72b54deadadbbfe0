/** Before every test file; where there is a document, components are tested in it. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  // One second is its own patience: too little for a machine that is busy with much else.
  configure({ asyncUtilTimeout: 60_000 });
}
export {};
