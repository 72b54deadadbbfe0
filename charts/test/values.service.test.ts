import { describe, expect, it } from '@jest/globals';
import { written } from '../src/generated.ts';
import { unexplained, valueRows, withTable } from '../src/values-table.ts';
import { describeWithHelm, helm } from './support/helm.ts';

const trial = ['--values', 'charts/earshot/ci/trial-values.yaml'];

describe('the table of values', () => {
  it('explains every value', async () => {
    // Entries of services have the fields of serviceDefaults.
    expect(unexplained(await written('earshot/values.yaml'), ['services'])).toEqual([]);
  });

  it('finds a value without a comment, and takes a comment for the value right below it', () => {
    const yaml = 'a:\n  # -- First\n  b: 1\n  c: 2\n\n# -- Not of anything\n\nd:\n  # -- Last | best\n  e: [x]\n';
    expect(valueRows(yaml)).toEqual([
      { path: 'a.b', byDefault: 1, text: 'First' },
      { path: 'd.e', byDefault: ['x'], text: 'Last | best' },
    ]);
    expect(unexplained(yaml, [])).toEqual(['a.c']);
    const readme = '<!-- Written by `npm run chart` from the comments in values.yaml. --><!-- Until here. -->';
    expect(withTable(readme, yaml)).toContain('| `d.e` | `["x"]` | Last \\| best |');
  });
});

/** Values that are unknown or contradict each other, and a part of the error message. */
const faults: readonly (readonly [string, readonly string[], string])[] = [
  ['a misspelt field of a service', ['services.scan.replica=2'], "'replica' not allowed"],
  ['a misspelt service', ['services.scann.replicas=2'], "'scann' not allowed"],
  ['a misspelt setting', ['settings.LOGLEVEL=warn'], "'LOGLEVEL' not allowed"],
  ['a setting of another service', ['services.lead.env.CALLS_PER_MINUTE=1'], "'CALLS_PER_MINUTE' not allowed"],
  ['a secret among settings', ['settings.OPENAI_API_KEY=x'], "'OPENAI_API_KEY' not allowed"],
  ['more workers than partitions', ['services.scan-worker.replicas=13'], 'want 12'],
  ['two sandboxes', ['services.sandbox.replicas=2'], 'want 1'],
  ['a way into another service', ['services.lead.routes[0]=/lead'], '/services/lead/routes'],
  ['no keys', ['secrets.generate=false'], 'secrets: set existingSecret'],
  ['keys from two places', ['secrets.existingSecret=mine'], 'exclude each other'],
  ['a password in an address', ['redis.url=redis://:hush@redis:6379'], 'redis.url holds a user or password'],
  ['users for some stores only', ['stores.users={redis}'], 'secrets.generate makes users for all stores'],
  ['a misspelt store', ['stores.users={rediss}'], 'stores/users'],
  ['an address that nobody gives', ['mongodb.url='], 'mongodb.url is empty'],
  ['mail for a sandbox that is not there', ['services.sandbox.enabled=false'], 'mail.sandbox is true'],
  [
    'samples without a sandbox',
    ['services.sandbox.enabled=false', 'mail.sandbox=false', 'mail.url=smtp://m', 'settings.SOURCES=sample'],
    'names sample',
  ],
  ['an Ingress without url', ['ingress.enabled=true', 'ingress.host=e.example.com'], 'ingress.enabled lets others in'],
  ['an HTTPRoute without url', ['httpRoute.enabled=true'], 'set url to the address that browsers use'],
  ['an outside Service without url', ['outsideService.enabled=true'], 'outsideService.enabled lets others in'],
  ['a setting that was replaced', ['services.gateway.env.SANDBOX_PUBLIC=true'], "'SANDBOX_PUBLIC' not allowed"],
  ['an HTTPRoute of no gateway', ['httpRoute.enabled=true', 'url=https://e.example.com'], 'parentRefs'],
];

describeWithHelm('a mistake in the values fails before anything is installed', () => {
  it.each(faults)('%s', (_what, sets, words) => {
    const { ok, output } = helm(['template', 'earshot'], [...trial, ...sets.flatMap((one) => ['--set', one])]);
    expect([ok, output]).toEqual([false, expect.stringContaining(words)]);
    expect(output).not.toContain('hush');
  });
});
