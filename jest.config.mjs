/** One jest for every package; Node strips the types, only .tsx needs a compiler. */
export default {
  rootDir: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  testEnvironment: 'node',
  testMatch: ['**/test/**/*.test.ts', '**/test/**/*.test.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx$': [
      '@swc/jest',
      { jsc: { transform: { react: { runtime: 'automatic' } }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  setupFilesAfterEnv: ['<rootDir>/web/test/set-up.ts'],
  modulePathIgnorePatterns: ['<rootDir>/web/dist', '<rootDir>/.earshot', '<rootDir>/.cache'],
  // A net for what hangs, no promise: a machine that is busy with much else takes many times as long.
  testTimeout: 600_000,
};
