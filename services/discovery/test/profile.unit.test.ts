import { expect, it } from '@jest/globals';
import { proposedProfile } from '@earshot/proto/http/discovery';
import { parsedProfile } from '../src/domain/propose-profile.ts';
import { ownDescriptions } from './fixtures/own-descriptions.ts';

const nothing = {
  offer: '',
  audience: '',
  problems: [],
  alternatives: [],
  notFor: [],
  location: '',
  servesOnlyThere: false,
};

it.each([
  [
    'Tabloom: till software for market stalls and small cafes. It replaces paper lists, and it stops wrong change. Not for supermarkets.',
    {
      offer: 'till software',
      audience: 'market stalls and small cafes',
      problems: ['wrong change'],
      alternatives: ['paper lists'],
      notFor: ['supermarkets'],
    },
  ],
  [
    'Sailwright is a small workshop that repairs sails for boat owners. No more torn sails in the middle of the season.',
    { offer: 'small workshop', audience: 'boat owners', problems: ['torn sails in the middle of the season'] },
  ],
  ['We want fewer no-shows and less time in Instagram DMs', { problems: ['no-shows', 'time in Instagram DMs'] }],
  ['Less expensive than a studio.', {}],
  ['We help nurses, carers and night workers sleep better.', { audience: 'nurses, carers and night workers' }],
  [
    'We sell loose tea for offices instead of tea bags',
    { offer: 'loose tea', audience: 'offices', alternatives: ['tea bags'] },
  ],
  ['Monitoring for Kubernetes clusters', { offer: 'Monitoring', audience: '' }],
  ['Beekeeping supplies for hobby beekeepers', { offer: 'Beekeeping supplies', audience: 'hobby beekeepers' }],
  ['We are here to help.', {}],
  ['', {}],
])('%j', (description, fields) => {
  expect(parsedProfile(description)).toEqual({ ...nothing, ...fields });
});

it.each([
  ['Crumb is a bakery in Leeds. We make wedding cakes.', 'Leeds', false],
  ['Piano lessons for beginners. We only serve the Bay Area.', 'Bay Area', true],
  ['A Denver-based roofer with twenty years on roofs.', 'Denver', false],
  ['Mobile dog grooming across Greater Manchester, at your door.', 'Greater Manchester', false],
  ['We clean windows in Portland, Maine only.', 'Portland, Maine', true],
  ['Bookkeeping for small shops. We work exclusively with businesses in Munich.', 'Munich', true],
  ['Solar panels for homes. We deliver to Bristol and install within a day.', 'Bristol', false],
  ['Tiles by hand, made in Italy, for kitchens everywhere.', '', false],
  ['An app that helps children get better at Reading and Maths.', '', false],
  ['Nice invoices for us all: the Austin method of chasing late payers.', '', false],
])('the place of %j', (description, location, servesOnlyThere) => {
  expect(parsedProfile(description)).toMatchObject({ location, servesOnlyThere });
});

it('every proposal can be saved as it is', () => {
  const long = `A ${'very '.repeat(80)}long thing for ${'happy '.repeat(60)}people, chasing ${'late '.repeat(30)}payments.`;
  for (const description of [...ownDescriptions.map(([one]) => one), long, long.repeat(10), '((((a'.repeat(500)]) {
    expect(proposedProfile.parse(parsedProfile(description))).toEqual(parsedProfile(description));
  }
});
