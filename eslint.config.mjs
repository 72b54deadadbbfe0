import { readdirSync } from 'node:fs';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';
import { noLiteralSpread } from './eslint-rules.mjs';

const services = readdirSync('services');

/** Which packages each package may import, besides `proto`: directions only go down. */
const packages = {
  core: [],
  text: [],
  'embedded-mongo': [],
  'event-bus': ['core'],
  outbound: ['core'],
  sources: ['core', 'outbound', 'text'],
  llm: ['core'],
  encoder: ['core'],
  scoring: ['core', 'encoder', 'llm', 'sources', 'text'],
  drafting: ['core', 'encoder', 'llm', 'text'],
  'service-kit': ['core', 'event-bus', 'embedded-mongo', 'outbound', 'sources', 'llm'],
  testing: ['core', 'outbound', 'service-kit', 'sources'],
};
/** Packages that do no I/O, and may not import the modules for it. */
const pure = ['scoring', 'drafting'];
const forWeb = ['proto', 'text/fold'];
const forServices = Object.keys(packages).filter((name) => !['embedded-mongo', 'testing'].includes(name));

const features = readdirSync('web/src/features', { withFileTypes: true }).flatMap((e) =>
  e.isDirectory() ? [e.name] : [],
);

const webLayers = 'shared -> features -> app | landing';
const landingFeatures = ['landing', 'discovery', 'waitlist'];

/** Where each part may not look: the architecture's directions, read as "target may not import from". */
const zones = [
  {
    target: './proto',
    from: ['./packages', './services', './apps', './web', './e2e', './bench'],
    message: 'Contracts know nobody.',
  },
  {
    target: './packages/*/src',
    from: ['./services', './apps', './web', './e2e', './bench'],
    message: 'Packages know no service.',
  },
  ...services.flatMap((name) => serviceZones(name)),
  {
    target: './web/src',
    from: ['./packages', './services', './apps'],
    message: 'The web app meets services over HTTP contracts.',
  },
  { target: './web/src/features', from: ['./web/src/app', './web/src/landing'], message: webLayers },
  ...['components', 'lib', 'config'].map((shared) => ({
    target: `./web/src/${shared}`,
    from: ['./web/src/features', './web/src/app', './web/src/landing'],
    message: webLayers,
  })),
  { target: './web/src/app', from: './web/src/landing', message: webLayers },
  { target: './web/src/landing', from: './web/src/app', message: webLayers },
  {
    target: './web/src/landing',
    from: './web/src/features',
    except: landingFeatures.map((name) => `./${name}`),
    message: 'The landing page is an entry of its own and stays small.',
  },
  ...features.map((name) => ({
    target: `./web/src/features/${name}`,
    from: './web/src/features',
    except: [`./${name}`],
    message: 'Features never import each other.',
  })),
];

function serviceZones(name) {
  const at = (part) => `./services/${name}/src/${part}`;
  const others = services.filter((other) => other !== name).map((other) => `./services/${other}`);
  const outer = ['http', 'events', 'store', 'clients', 'jobs', 'sockets', 'cli', 'service.ts'].map(at);
  return [
    { target: at('.'), from: others, message: 'Services meet over HTTP contracts or events only.' },
    { target: at('domain'), from: outer, message: 'The domain knows nothing around it.' },
    { target: at('store'), from: [at('http'), at('events')], message: 'store implements what domain declares.' },
    { target: at('clients'), from: [at('http'), at('events')], message: 'clients implement what domain declares.' },
    { target: at('http'), from: [at('store'), at('clients')], message: 'http calls domain; service.ts joins them.' },
    { target: at('events'), from: [at('store'), at('clients')], message: 'events call domain; service.ts joins them.' },
    {
      target: ['domain', 'clients', 'events', 'http', 'jobs', 'store/!(models).ts'].map(at),
      from: at('ingest'),
      message: 'Only ingest writes the post cache.',
    },
  ];
}

/** Decision 0096. */
const antdInComponents = { group: ['antd', 'antd/*'], message: 'Parts of antd are wrapped in web/src/components.' };

/** Which of our own packages may be imported. */
function onlyOur(...names) {
  const allowed = names.map((name) => `${name}(?:/|$)`).join('|');
  const message = 'Imports go down only: apps, services, packages, proto; services meet over HTTP contracts or events.';
  return { regex: allowed === '' ? '^@earshot/' : `^@earshot/(?!${allowed})`, message };
}

const impure = ['express', 'kafkajs', 'mongoose', 'ioredis', 'openai', 'ws', 'node:fs', 'node:http', 'node:sqlite'].map(
  (name) => ({
    name,
    message: 'Domain code and scoring are pure.',
  }),
);
const timeRule = 'Time is an argument.';
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in main.ts and command-line entries only.',
};
const commands = {
  selector: ':matches(ImportDeclaration, ImportExpression)[source.value=/^(node:)?child_process$/]',
  message: 'The product runs no operating system commands, so that none can be injected.',
};

export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', '**/gen', '.cache', '.earshot', 'e2e/screens'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { 'import-x': importX, earshot: { rules: { 'no-literal-spread': noLiteralSpread } } },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { 'import-x/resolver': { node: { extensions: ['.ts', '.tsx', '.js', '.mjs'] } } },
    rules: {
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/no-restricted-paths': ['error', { zones }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      // A type must not load its module at run time.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Ports are plain objects of functions; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      // Ports are async even where an adapter or a handler need not wait.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      'earshot/no-literal-spread': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-eval': 'error',
      'no-restricted-syntax': ['error', environment, commands],
    },
  },
  { files: ['proto/**'], rules: { 'no-restricted-imports': ['error', { patterns: [onlyOur()] }] } },
  { files: ['web/src/**'], rules: { 'no-restricted-imports': ['error', { patterns: [onlyOur(...forWeb)] }] } },
  {
    files: ['web/src/{app,features,landing}/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [onlyOur(...forWeb), antdInComponents] }] },
  },
  {
    files: ['web/src/**'],
    ignores: ['web/src/lib/**'],
    rules: { 'no-restricted-globals': ['error', { name: 'fetch', message: 'Calls are made by lib/api-client.' }] },
  },
  ...Object.entries(packages).map(([name, below]) => ({
    files: [`packages/${name}/src/**`],
    ignores: ['packages/*/src/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { paths: pure.includes(name) ? impure : [], patterns: [onlyOur('proto', ...below)] },
      ],
    },
  })),
  {
    files: ['packages/embedded-mongo/src/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [onlyOur()] }] },
  },
  {
    files: ['packages/text/src/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ regex: '^[^.]', message: 'Text imports nothing.' }] }] },
  },
  {
    files: ['services/*/src/**', 'apps/sandbox/src/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [onlyOur('proto', ...forServices)] }] },
  },
  {
    files: ['packages/*/src/**', 'services/*/src/**', 'apps/*/src/**', 'web/src/**', 'proto/**'],
    rules: { 'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['services/*/src/domain/**'],
    rules: {
      'no-restricted-imports': ['error', { paths: impure, patterns: [onlyOur('proto', ...forServices)] }],
      'no-restricted-syntax': [
        'error',
        environment,
        commands,
        { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: timeRule },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: timeRule },
      ],
    },
  },
  {
    files: [
      '**/main.ts',
      '**/{worker,ingest}-main.ts',
      '**/cli/**',
      'apps/lab/src/{eval,score}.ts',
      '**/test/**',
      'e2e/**',
      'bench/**',
      '**/testing/**',
      '**/*.config.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
