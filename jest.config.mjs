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
  modulePathIgnorePatterns: ['<rootDir>/web/dist', '<rootDir>/.earshot', '<rootDir>/.cache'],
  testTimeout: 30000,
};
