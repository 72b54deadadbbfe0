/**
 * Defines one Jest project per test level. The file name gives the level (docs/decisions/0074-four-test-levels.md).
 * Node strips the types, so only .tsx files need a compiler.
 */
const rootDir = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

const base = {
  rootDir,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/web/dist', '<rootDir>/.earshot', '<rootDir>/.cache'],
};

/** Each file loads separate copies of all modules. A file gets a DOM if its first line asks for one. */
const unit = {
  ...base,
  displayName: 'unit',
  testMatch: ['**/test/**/*.unit.test.{ts,tsx}'],
  transform: {
    '\\.tsx$': [
      '@swc/jest',
      { jsc: { transform: { react: { runtime: 'automatic' } }, target: 'es2024' }, module: { type: 'es6' } },
    ],
  },
  setupFilesAfterEnv: ['<rootDir>/web/test/set-up.ts'],
};

/** The files of a worker share their modules, so services are loaded once. */
const sharing = (level) => ({
  ...base,
  displayName: level,
  testMatch: [`**/test/**/*.${level}.test.ts`],
  transform: {},
  runtime: '<rootDir>/scripts/jest/runtime.mjs',
  testEnvironment: '<rootDir>/scripts/jest/environment.mjs',
});

export default {
  rootDir,
  // Outside of TMPDIR, so that the durations of the last run stay.
  cacheDirectory: '<rootDir>/.cache/jest',
  testSequencer: '<rootDir>/scripts/jest/slow-first.mjs',
  projects: [unit, ...['service', 'journey', 'container'].map(sharing)],
  // The timeout only catches hangs. A busy machine takes many times as long as an idle one.
  testTimeout: process.env.TEST_SERIES === 'long' ? 7_200_000 : 600_000,
};
