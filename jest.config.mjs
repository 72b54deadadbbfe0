/** One Jest project for each level of tests; a file's name says its level. Node strips the types, only .tsx needs a compiler. */
const rootDir = import.meta.dirname ?? new URL('.', import.meta.url).pathname;

const base = {
  rootDir,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  modulePathIgnorePatterns: ['<rootDir>/web/dist', '<rootDir>/.earshot', '<rootDir>/.cache'],
};

/** Each file has its own copy of all modules, and a document where its first line asks for one. */
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

/** The files of a worker share their modules: services are loaded once. */
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
  projects: [unit, ...['service', 'journey', 'container'].map(sharing)],
  // A net for what hangs, no promise: a machine that is busy with much else takes many times as long.
  testTimeout: process.env.TEST_SERIES === 'long' ? 7_200_000 : 600_000,
};
