import { expect, it } from '@jest/globals';
import { proposedProfile } from '@earshot/proto/http/discovery';
import { parsedProfile } from '../src/domain/propose-profile.ts';
import { ownDescriptions } from './fixtures/own-descriptions.ts';

const nothing = { offer: '', audience: '', problems: [], alternatives: [], notFor: [] };

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

it('every proposal can be saved as it is', () => {
  const long = `A ${'very '.repeat(80)}long thing for ${'happy '.repeat(60)}people, chasing ${'late '.repeat(30)}payments.`;
  for (const description of [...ownDescriptions.map(([one]) => one), long, long.repeat(10), '((((a'.repeat(500)]) {
    expect(proposedProfile.parse(parsedProfile(description))).toEqual(parsedProfile(description));
  }
});
