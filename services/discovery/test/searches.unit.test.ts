import { expect, it } from '@jest/globals';
import { searchesFor } from '../src/domain/searches.ts';
import { ownDescriptions } from './fixtures/own-descriptions.ts';

const most = 3;

it.each([
  [
    'Invoicing software for freelance designers. It sends invoices and chases late payers.',
    ['late payers', 'invoicing software'],
  ],
  [
    'We sharpen Japanese kitchen knives by post, for home cooks who are tired of knives that arrive blunt.',
    ['kitchen knives'],
  ],
  ['A dog walking service in Austin for people who work long hours.', ['dog walking']],
  ['We bake wedding cakes in Austin, Texas.', ['wedding cakes']],
  ['An online course for beginners', []],
  ['We sell shoes', []],
  ['InvoiceNest: invoicing, contracts and late payment reminders for freelancers', ['late payment']],
])('of "%s" come from its problems and its offer', (description, searches) => {
  expect(searchesFor(description, {}, most)).toEqual(searches);
});

it('come from the fields that the user has filled in before they are read from the description', () => {
  const profile = {
    offer: 'mobile knife sharpening',
    problems: ['bluntness', 'knives that arrive damaged', 'lost in the post'],
  };
  expect(searchesFor('We sell shoes', profile, most)).toEqual([
    'bluntness sharpening',
    'knives sharpening',
    'knife sharpening',
  ]);
});

it('have two words each', () => {
  for (const [description] of ownDescriptions)
    for (const search of searchesFor(description, {}, most)) expect(search.split(' ')).toHaveLength(2);
});
