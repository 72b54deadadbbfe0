import { beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = fileURLToPath(new URL('../..', import.meta.url));
const zone = 'import-x/no-restricted-paths';
const names = 'no-restricted-imports';

/** Title, importing file, imported module, and the lint rule that must reject the import. */
const refused = [
  ['domain from store', 'services/lead/src/domain/lead.ts', '../store/lead-store.ts', zone],
  ['http from store', 'services/lead/src/http/present.ts', '../store/lead-store.ts', zone],
  ['a service from another by path', 'services/scan/src/config.ts', '../../lead/src/service.ts', zone],
  ['a service from another by name', 'services/scan/src/config.ts', '@earshot/lead', names],
  ['a package from a service', 'packages/core/src/ids.ts', '@earshot/lead', names],
  ['contracts from a package', 'proto/values.ts', '@earshot/core', names],
  ['text from the contracts', 'packages/text/src/words.ts', '@earshot/proto/values', names],
  ['a service from the operating system', 'services/scan/src/config.ts', 'node:child_process', 'no-restricted-syntax'],
  ['domain from the operating system', 'services/lead/src/domain/lead.ts', 'child_process', 'no-restricted-syntax'],
  ['domain from a database driver', 'services/lead/src/domain/lead.ts', 'mongoose', names],
  ['the web app from a package', 'web/src/lib/theme.ts', '@earshot/core', names],
  ['a feature from another', 'web/src/features/scan/texts.ts', '../leads/texts.ts', zone],
  ['a feature from the app', 'web/src/features/scan/texts.ts', '../../app/signed-out.ts', zone],
  ['what is shared from a feature', 'web/src/components/card.tsx', '../features/scan/texts.ts', zone],
] as const;
/** Title, file, text that runs a string as code, and the lint rule that must reject it. */
const runsText = [
  ['eval', 'services/scan/src/config.ts', 'eval("1");\n', 'no-eval'],
  ['new Function', 'web/src/lib/theme.ts', 'new Function("1")();\n', '@typescript-eslint/no-implied-eval'],
  ['a timer', 'web/src/lib/theme.ts', 'setTimeout("1", 1);\n', '@typescript-eslint/no-implied-eval'],
] as const;
const allowed = ['http from domain', 'services/lead/src/http/present.ts', '../domain/lead.ts', null] as const;

/**
 * Lints a text under a file's path without writing the file. It runs in a separate process, because jest's module
 * loader cannot run ESLint. Rules about imports need no types, and reading the types of a project takes 15 seconds.
 */
const script = `
  import { ESLint } from 'eslint';
  import { readFileSync } from 'node:fs';
  import tseslint from 'typescript-eslint';
  const typed = new ESLint();
  const untyped = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });
  const broken = [];
  for (const { file, text, needsTypes } of JSON.parse(readFileSync(0, 'utf8'))) {
    const [result] = await (needsTypes ? typed : untyped).lintText(text, { filePath: file });
    broken.push(result.messages.map(({ ruleId }) => ruleId));
  }
  console.log(JSON.stringify(broken));
`;

const importing = ([, file, from]: (typeof refused)[number] | typeof allowed) => ({
  file,
  text: `import '${from}';\n`,
  needsTypes: false,
});
const running = ([, file, text, rule]: (typeof runsText)[number]) => ({
  file,
  text,
  needsTypes: rule.startsWith('@typescript-eslint/'),
});

let broken: (string | null)[][];
beforeAll(() => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    input: JSON.stringify([...[...refused, allowed].map(importing), ...runsText.map(running)]),
    encoding: 'utf8',
  });
  broken = z.array(z.array(z.string().nullable())).parse(JSON.parse(output));
});

it.each(refused.map((row, index) => [...row, index] as const))(
  'lint refuses to import %s',
  (_what, _file, _from, rule, index) => {
    expect(broken[index]).toContain(rule);
  },
);

it('lint allows http to import domain', () => {
  expect(broken[refused.length]).toEqual([]);
});

it.each(runsText.map((row, index) => [...row, refused.length + 1 + index] as const))(
  'lint refuses to run text as code by %s',
  (_what, _file, _text, rule, index) => {
    expect(broken[index]).toContain(rule);
  },
);
