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
      offer: 'till software for market stalls and small cafes',
      audience: 'market stalls and small cafes',
      problems: ['wrong change'],
      alternatives: ['paper lists'],
      notFor: ['supermarkets'],
    },
  ],
  [
    'Sailwright is a small workshop that repairs sails for boat owners. No more torn sails in the middle of the season.',
    {
      offer: 'small workshop that repairs sails',
      audience: 'boat owners',
      problems: ['torn sails in the middle of the season'],
    },
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
  // A slogan first, and a problem that customers never have again.
  [
    'Never rewind a hose again. Coilway is a wall reel for allotments and farms.',
    { offer: 'wall reel', audience: 'allotments and farms', problems: ['rewind a hose'] },
  ],
  // Telegram style.
  ['bike servicing, east york. collected and back by friday', { offer: 'bike servicing' }],
  // Somebody who presents themselves, and what customers use today.
  [
    "I'm a bookkeeper and I work only with small theatres. Most of them still keep their receipts in a notebook.",
    { offer: 'bookkeeping', audience: 'small theatres', alternatives: ['notebooks'] },
  ],
  // Troubles of others in clauses of their own.
  [
    "Quillmark reads exam papers aloud for pupils with dyslexia. Teachers don't have time, readers get lost and retakes are expensive.",
    {
      offer: 'reading exam papers aloud',
      audience: 'pupils with dyslexia',
      problems: ["Teachers don't have time", 'readers get lost', 'retakes are expensive'],
    },
  ],
  [
    'Like Doodle but for choirs. Singers use it to answer once; the conductor wastes hours on the phone.',
    {
      offer: 'Doodle for choirs',
      audience: 'choirs',
      problems: ['the conductor wastes hours on the phone'],
      alternatives: ['Doodle'],
    },
  ],
  [
    "We rent camping stoves to scout groups, so you don't have to buy ten of them. Most of our customers came from big outdoor shops.",
    {
      offer: 'camping stoves for rent',
      audience: 'scout groups',
      problems: ['having to buy ten of them'],
      alternatives: ['big outdoor shops'],
    },
  ],
  // Other firms that serve worse.
  [
    'Portrait sessions in your garden. High-street studios are expensive.',
    {
      offer: 'Portrait sessions in your garden',
      problems: ['High-street studios are expensive'],
      alternatives: ['High-street studios'],
    },
  ],
  [
    'Does your cat scratch the sofa? We sell cardboard posts.',
    { offer: 'cardboard posts', problems: ['cat scratch the sofa'] },
  ],
  // Features are no problems, groups of objects are no customers.
  ['A tent that never leaks. Poles never break, and the pegs are included.', { offer: 'tent that never leaks' }],
  [
    'Payslips by text for teams of nurses. Shifts come from the rota.',
    { offer: 'Payslips', audience: 'teams of nurses' },
  ],
  ['Mosaic workshops for team days. Lessons cost £20 and tea is free.', { offer: 'Mosaic workshops for team days' }],
  ['Short breaks by the sea. Dogs stay free.', { offer: 'Short breaks' }],
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
