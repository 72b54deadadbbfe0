import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { placesCommand } from '../src/places-command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'places-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const city = (name: string, countrycode: string, admin1code: string, population: number) => {
  const more = { geonameid: 1, timezone: 'x', alternatenames: [] };
  return { ...more, name, countrycode, admin1code, population, latitude: 53.79648, longitude: -1.54785 };
};

it('lists large cities, smaller ones in English-speaking countries, and no short names', async () => {
  const cities = [
    city('Leeds', 'GB', 'ENG', 536_280),
    city('Poole', 'GB', 'ENG', 51_000),
    city('Ede', 'NL', '03', 2e5),
  ];
  const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value));
  await write('cities15000.json', [...cities, city('Hamm', 'DE', '07', 99_000), city('York', 'GB', 'ENG', 49_000)]);
  await write('countries.json', { GB: { iso: 'GB', name: 'United Kingdom', population: 66_488_991 } });
  await write('admin1.json', [
    { code: 'GB.ENG', name: 'England' },
    { code: 'AD.06', name: 'Sant Julià de Loria' },
  ]);
  const file = join(folder, 'places.json');
  expect(await placesCommand([folder, folder], file, new PassThrough())).toBe(0);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    countries: 'GB|United Kingdom|66489',
    regions: 'GB.ENG|England',
    cities: { 'GB.ENG': 'Leeds|53.80|-1.55|536;Poole|53.80|-1.55|51' },
  });
});

it('explains itself without its arguments', async () => {
  const out = new PassThrough();
  expect(await placesCommand([], join(folder, 'places.json'), out)).toBe(2);
  expect(String(out.read())).toContain('usage: npm run places');
});
