import { describe, expect, it } from '@jest/globals';
import { faultsOf } from '../src/checks.ts';
import { grammarFaults } from '../src/grammar.ts';
import { keylessDrafter } from '../src/keyless-drafter.ts';
import { phrasesOf } from '../src/tones.ts';
import { manners } from '../src/manners.ts';
import { leads, oneOf, requestOf } from '../src/testing/drafter-contract.ts';

describe('grammarFaults', () => {
  const joined = 'it joins two clauses without a conjunction';

  it.each([
    ['What matters is that it covers it sends invoices.', joined],
    ['With it you can pay, it lets you you can send invoices.', joined],
    ['I read your post in r/shops, I am with ParcelPilot.', joined],
    ['We print labels, you can compare rates.', joined],
    ['You asked how how others do it.', 'it repeats a word'],
    ['I wondered what your my dog does.', 'it has a pronoun twice'],
    ['I saw that you is looking for software.', 'its verb does not agree with its subject'],
    ['You wrote that it are late.', 'its verb does not agree with its subject'],
    ['We offer a invoicing app.', 'it has a wrong article'],
    ['We are an the agency.', 'it has a wrong article'],
    ['We print labels ,and you save time.', 'it has stray punctuation'],
    ['We print labels.. You save time.', 'it has stray punctuation'],
    ['I am with null.', 'it has a value that is missing'],
    ['I would send yourself a test invoice.', 'it addresses the reader as the writer'],
    ['Write to me now!', 'it shouts'],
    ['We print labels. they are cheap.', 'a sentence begins in lower case'],
    ['We print labels. And more', 'a sentence does not end'],
    ['You wrote: "I am late.', 'a quotation does not end'],
  ])('finds the fault of "%s"', (message, fault) => {
    expect(grammarFaults(message)).toContain(fault);
  });

  it.each([
    'Hi sam, I read your post in r/shops: "it covers it sends invoices". May I ask what you have tried?',
    'If it does not fit, we will not mind.',
    'For what it is worth, I am with ParcelPilot.',
    "Just so you know, I'm with ParcelPilot, and we print labels.",
    'Does it happen on every walk, or only in some places?',
    'Whether it suits you is hard to say.',
    'We search for flats, view them for you, and get you through the deposit, so that you can move.',
  ])('finds nothing in "%s"', (message) => {
    expect(grammarFaults(message)).toEqual([]);
  });
});

describe('our own sentences', () => {
  const texts = Object.values(phrasesOf).flatMap(({ message, comment, disclosure, closing, plain }) => [
    ...[message, comment].flatMap(({ title, asks, wants, says }) =>
      [title, asks, wants, says].map((frame) => frame('"".')),
    ),
    disclosure('I am with Tallow, and we offer invoices'),
    closing,
    plain,
  ]);

  it('pass the gate for grammar', () => {
    expect(texts.filter((text) => grammarFaults(text).length > 0)).toEqual([]);
    expect(texts).toHaveLength(44);
  });
});

describe('faultsOf', () => {
  const request = requestOf(
    leads['plain'] ?? { title: '', content: '', author: '', community: '', communityLabel: '', matchReason: '' },
    {
      messageType: 'comment',
      tone: 'casual',
      length: 'sentences',
    },
  );
  const good =
    'You say "forty parcels a week", so compare rates first. Disclosure: I am with ParcelPilot, and we do that.';

  it('finds nothing in a good draft', () => {
    expect(faultsOf(request, good)).toEqual([]);
  });

  it('compares words as people see them', () => {
    const content = request.lead.content.replace('forty parcels a week', 'for\u200bty\u00a0ｐarcels a week');
    expect(content).not.toBe(request.lead.content);
    expect(faultsOf({ ...request, lead: { ...request.lead, content } }, good)).toEqual([]);
    const name = good.replace('ParcelPilot', 'Parcel\u200bPilot');
    expect(faultsOf(request, name)).toEqual([]);
    const claim = good.replace('first', 'first, with a money-back promise');
    const business = { ...request.business, description: `${request.business.description} Money\u2011back promise.` };
    expect(faultsOf({ ...request, business }, claim)).toEqual([]);
  });

  it.each([
    ['a placeholder', `${good} Bye [NAME].`, 'it has a placeholder or brackets'],
    ['an invented figure', good.replace('first', 'and save 35%'), 'the figure 35 is nowhere in the facts'],
    [
      'an invented link',
      good.replace('first', 'at https://parcel.example'),
      "it has a link that is not the business's own",
    ],
    [
      'an invented price',
      good.replace('first', 'first, with a free trial'),
      'it claims a price or a special offer that is nowhere in the facts: "free trial"',
    ],
    [
      'an invented customer',
      good.replace('first.', 'first, as we helped a bakery do.'),
      'it claims a customer that is nowhere in the facts: "we helped a"',
    ],
    [
      'an invented crowd',
      good.replace('first', 'as thousands of shops do'),
      'it claims a number of customers that is nowhere in the facts: "thousands of"',
    ],
    [
      'a promise',
      good.replace('first', 'first, results guaranteed'),
      'it claims a promised result that is nowhere in the facts: "guaranteed"',
    ],
    [
      'a hidden affiliation',
      good.replace('Disclosure: I am with ParcelPilot, and we do that.', 'ParcelPilot does that.'),
      'it does not say that the writer belongs to the business',
    ],
    [
      'no detail',
      good.replace('You say "forty parcels a week", so compare', 'Just compare'),
      'it does not repeat any detail of the post in its own words',
    ],
    ['too many sentences', `${good} Bye now. Really.`, 'it has 4 sentences instead of 2 or 3'],
    ['too many lines', good.replace('. D', '.\n\nD'), 'it is not one paragraph'],
  ])('finds %s', (_name, draft, fault) => {
    expect(faultsOf(request, draft)).toEqual([fault]);
  });
});

describe('a forced draft', () => {
  const businesses = [
    'ParcelPilot: shipping software',
    '[BRAND] <b>sells</b> {stuff}: free trial, 50% off!!! it covers it sends. www.example.com',
    '配送ソフト',
    'we we we are are the the best, it is, it is',
    'x',
    'ParcelPilot: labels. We print labels, you pay. We print labels, you pay.',
  ];

  it.each(Object.entries(leads))('passes the gate for the post "%s" and any business', async (_name, lead) => {
    for (const description of businesses) {
      for (const manner of manners) {
        const request = requestOf(lead, manner, description);
        expect(faultsOf(request, await oneOf(keylessDrafter(), request))).toEqual([]);
      }
    }
  });
});
