import { expect, it } from '@jest/globals';
import { wordsOf } from '@earshot/text';

it.each([
  ["The client's invoice: 3 weeks late!", ['the', 'client', 'invoice', '3', 'weeks', 'late']],
  ['It’s a DON’T', ['it', 'a', 'don']],
  ['Café in São Paulo, für ältere Gäste', ['cafe', 'in', 'sao', 'paulo', 'fuer', 'aeltere', 'gaeste']],
  ['Приложение для сантехников', ['приложение', 'для', 'сантехников']],
  ['battery_life e-mail', ['battery', 'life', 'e', 'mail']],
  ['!!! ...  ,', []],
])('finds the words of "%s"', (text, words) => {
  expect(wordsOf(text).map(({ word }) => word)).toEqual(words);
});

it('returns the position of each word, including an apostrophe suffix', () => {
  const text = "İ: the Client's sink";
  expect(wordsOf(text).map(({ start, end }) => text.slice(start, end))).toEqual(['İ', 'the', "Client's", 'sink']);
});
