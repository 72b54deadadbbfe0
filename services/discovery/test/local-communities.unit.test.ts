import { expect, it } from '@jest/globals';
import { allLocalCommunities, localCommunities, withLocal } from '../src/domain/local-communities.ts';

const namesFor = (location: string) => localCommunities(location).map(({ name }) => name);

it.each([
  ['Leeds', ['Leeds']],
  ['Brooklyn, New York', ['nyc', 'AskNYC']],
  ['the Bay Area', ['bayarea', 'sanfrancisco']],
  ['London, Ontario', ['londonontario']],
  ['Birmingham, UK', ['brum']],
  ['Portland, Maine', ['portlandme']],
  ['Bavaria', ['Munich']],
  ['Ilkley, West Yorkshire', []],
  ['remote', []],
  ['', []],
])('a business in %j is offered %j', (location, names) => {
  expect(namesFor(location)).toEqual(names);
});

it('every local community is for a place that is in the list', () => {
  for (const { home } of allLocalCommunities())
    expect(home).toMatchObject({ unlisted: [], places: [expect.anything()] });
});

it('stand behind those about the subject, and keep their room in a full list', () => {
  const [leeds] = localCommunities('Leeds');
  if (leeds === undefined) throw new Error('no community of Leeds');
  const eight = Array.from({ length: 8 }, (_, at) => ({ ...leeds, name: `subject${at}` }));
  const names = withLocal(eight, 'Leeds', 8).map(({ name }) => name);
  expect(names).toEqual([...eight.slice(0, 7).map(({ name }) => name), 'Leeds']);
  expect(withLocal(eight, undefined, 8)).toEqual(eight);
});
