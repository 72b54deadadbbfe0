import { allServices } from '@earshot/all-in-one/services';
import { platformSettings } from '@earshot/service-kit';
import { clusterSettings, tracingSettings } from '@earshot/service-kit/operations';
import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';

interface Setting {
  readonly needed: boolean;
  readonly readers: string[];
  readonly what: string;
}

const described = z.object({ shape: z.record(z.string(), z.instanceof(z.ZodType)) });

/** Every setting that the processes of a cluster read, from the schemas that parse them. */
function settings(): Map<string, Setting> {
  const found = new Map<string, Setting>();
  const add = (reader: string, schema: z.ZodType) => {
    for (const [name, field] of Object.entries(described.parse(schema).shape)) {
      const known = found.get(name);
      if (known === undefined || known.what === '') {
        const needed = !field.safeParse(undefined).success;
        found.set(name, { needed, readers: [...(known?.readers ?? []), reader], what: field.description ?? '' });
      } else if (!known.readers.includes(reader)) known.readers.push(reader);
    }
  };
  for (const schema of [clusterSettings, platformSettings, tracingSettings]) add('all', schema);
  for (const { name, config } of allServices) add(name, config);
  return found;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

it('docs/cluster.md lists every setting of a cluster as the schemas describe it', async () => {
  const text = await readFile(new URL('../../../docs/cluster.md', import.meta.url), 'utf8');
  const written = text
    .slice(text.indexOf('## Settings'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ +/g, ' '));
  const wanted = [...settings()].map(([name, { needed, readers, what }]) =>
    row([`\`${name}\``, needed ? 'needed' : '', readers.includes('all') ? 'all' : readers.join(', '), what]).replaceAll(
      / +/g,
      ' ',
    ),
  );
  expect(written).toEqual(wanted);
});

it('every setting is described', () => {
  for (const [name, { what }] of settings()) expect([name, what]).toEqual([name, expect.stringMatching(/\w/)]);
});
