import { expect, it } from '@jest/globals';
import { isSameText } from '../src/index.ts';

const asked =
  'Client owes me 4,200 and has gone quiet. I finished the project six weeks ago, he said he loved it, and now he does not ' +
  'answer any of my emails. Which tool do you use to chase invoices? I have rent to pay and would gladly pay for one.';

it.each([
  [asked, asked.toUpperCase()],
  [asked, `${asked} Thanks!`],
  [asked, asked.replace(/[.?]/g, '').replace('six', 'seven')],
  ['Which CRM?', 'which crm'],
  ['Qué CRM usáis', '¿Qué CRM usáis?'],
])('the same text with small changes: %#', (one, other) => {
  expect([isSameText(one, other), isSameText(other, one)]).toEqual([true, true]);
});

it.each([
  [asked, asked.slice(0, 120)],
  [asked, asked.split(' ').reverse().join(' ')],
  ['Which CRM do you use for a small shop?', 'Which CRM do you use for a small farm?'],
  ['Which CRM?', 'Which tool?'],
  ['', ''],
  ['?!', '?!'],
])('another text: %#', (one, other) => {
  expect([isSameText(one, other), isSameText(other, one)]).toEqual([false, false]);
});
