import { emptyProfile } from '@earshot/proto/http/lead';
import { describe, expect, it } from '@jest/globals';
import { keylessScorer } from '../src/keyless-scorer.ts';
import { prefilterer } from '../src/prefilter.ts';
import { plainReasonOf } from '../src/reason.ts';
import {
  type Business,
  type PartName,
  type Post,
  relevanceOf,
  scoreOf,
  type ScorePart,
  type Verdict,
} from '../src/scorer.ts';
import { quoteAround, sentenceAround } from '../src/text.ts';
import { business, buyer, hostile, post, seller, stranger } from '../src/testing/posts.ts';
import { describeScorer } from './scorer-contract.ts';

describeScorer('the keyless scorer', () => Promise.resolve(keylessScorer()));

const dogs: Business = {
  description:
    'Waggle is an online school for dogs: puppy training, leash manners, barking and separation anxiety, with a coach.',
  communities: ['puppy101'],
};

async function verdict(one: Post, of: Business = business): Promise<Verdict> {
  const [only] = await keylessScorer().score(of, [one]);
  if (!only) throw new Error('no verdict');
  return only;
}

async function category(name: PartName, title: string, text = '', of: Business = business): Promise<string> {
  const { parts } = await verdict(post('p', title, text), of);
  return parts.find((part) => part.name === name)?.category ?? 'absent';
}

describe('keylessScorer reads', () => {
  it.each([
    ['provider', 'Looking for a carrier for small parcels'],
    ['recommendation', 'Which carrier do you use for small parcels?'],
    ['help', 'Need help with carrier labels'],
    ['problem', "My labels won't print, I'm struggling with the carrier"],
    ['question', 'Are parcels weighed twice?'],
    ['none', 'Parcels and carriers'],
  ])('the need "%s" from "%s"', async (expected, title) => {
    expect(await category('need', title)).toBe(expected);
  });

  it.each([
    ['ready', 'We are willing to pay for shipping labels'],
    ['comparing', 'This carrier vs that carrier for parcels'],
    ['problem-now', 'Labels stopped printing yesterday'],
    ['exploring', 'Curious about shipping parcels'],
    ['none', 'Shipping parcels'],
  ])('the stage "%s" from "%s"', async (expected, title) => {
    expect(await category('stage', title)).toBe(expected);
  });

  it.each([
    ['now', 'Need a carrier ASAP'],
    ['soon', 'Need a carrier by next Monday'],
    ['none', 'Need a carrier'],
  ])('the urgency "%s" from "%s"', async (expected, title) => {
    expect(await category('urgency', title)).toBe(expected);
  });

  it.each([
    ['selling', '[For Hire] Shipping consultant', ''],
    ['selling', 'A label printer for you', 'We offer free setup, use code SHIP'],
    ['hiring', '[Hiring] Shipping clerk', 'Full-time position, send your resume'],
    ['success-story', 'How I made shipping pay for itself', ''],
    ['giving-advice', '7 mistakes that shops make with shipping labels', ''],
    ['giving-advice', 'Weekly shipping thread', ''],
    ['already-served', 'Which carrier for parcels?', 'EDIT: solved, thank you'],
    ['already-served', 'Which carrier for parcels?', 'We ship twenty a day. Edit 2: found one, thanks'],
    ['already-served', 'Which carrier for parcels?', 'We ship twenty a day. Thanks everyone, we went with Parcelo.'],
    ['off-topic', 'Which novel should I read?', 'Something about the sea'],
    ['absent', 'Which carrier should we use for parcels?', 'We ship twenty a day'],
  ])('the disqualifier "%s" from "%s"', async (expected, title, text) => {
    expect(await category('disqualifier', title, text)).toBe(expected);
  });

  it('a topic from the words that people use, not only from those of the description', async () => {
    const { parts } = await verdict(post('p', 'My pup growls and bites when left in the crate'), dogs);
    expect(parts.find(({ name }) => name === 'fit')?.points).toBeGreaterThan(1.5);
  });

  it('nothing from the name of the business', async () => {
    expect(await category('fit', 'Waggle your ears', '', dogs)).toBe('none');
  });

  it('no likeness to the offer from one shared word', async () => {
    const quoteOf = async (title: string) => {
      const { parts } = await verdict(post('p', title), dogs);
      return parts.find(({ name }) => name === 'fit')?.quote;
    };
    expect(await quoteOf('My puppy pulls on the leash, is there any training?')).toContain('leash');
    expect(await quoteOf('Who knows an online shop for lamps?')).toBeNull();
  });

  it('the same request as worth less the further it is from the offer', async () => {
    const near = await verdict(post('p', 'Looking for a good label printer for parcels'));
    const far = await verdict(post('p', 'Looking for a good novel for holidays'));
    const need = ({ parts }: Verdict): number => parts.find(({ name }) => name === 'need')?.points ?? 0;
    expect(need(near)).toBeGreaterThan(2 * need(far));
  });

  it('a score that no other post of the batch changes', async () => {
    const crowd = Array.from({ length: 50 }, (_none, index) => post(`c${String(index)}`, buyer.title, buyer.selftext));
    const [, ...rest] = await keylessScorer().score(business, [...crowd, buyer]);
    expect(rest.at(-1)?.score).toBe((await verdict(buyer)).score);
  });

  it('very long posts in bounded time', async () => {
    const long = post('long', 'a '.repeat(150), 'word word. '.repeat(20_000));
    const before = process.cpuUsage();
    await keylessScorer().score(
      business,
      Array.from({ length: 20 }, () => long),
    );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe('a person who describes the very problem', () => {
  const chaser: Business = {
    description: 'Software that chases late payments: it sends invoices and reminds clients who do not pay.',
    communities: ['freelance'],
    profile: {
      ...emptyProfile,
      offer: 'invoices with automatic reminders',
      audience: 'freelancers and small studios',
      problems: ['client does not pay the invoice', 'chasing late payments', 'client ignores my emails about money'],
      alternatives: ['QuickBooks'],
      notFor: ['debt collectors'],
    },
  };
  const pain = post(
    'pain',
    'client owes me 4,200 and has gone quiet',
    'Finished the project six weeks ago. He said he loved it and now he does not answer my emails. I have rent to pay.',
    'freelance',
  );

  it('does not score lower when the first run fills in fields from the description', async () => {
    const plain: Business = {
      description:
        'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send ' +
        'proposals, track time, collect deposits and chase clients who do not pay.',
      communities: ['freelance'],
    };
    const asks = post(
      'asks',
      'Invoicing app that handles deposits and reminders, which one do you like?',
      'I want to send a quote, take 40% up front by card, then have the rest chased automatically.',
      'freelance',
    );
    const filled = {
      ...emptyProfile,
      offer: 'invoicing, contracts and late payment reminders',
      audience: 'freelancers and small studios',
      problems: ['clients who do not pay'],
    };
    const [before, after] = [await verdict(asks, plain), await verdict(asks, { ...plain, profile: filled })];
    expect(after.score).toBeGreaterThanOrEqual(before.score ?? 10);
  });

  it('is a lead without asking for a tool, and is far above what only shares a word', async () => {
    const radio = post(
      'r',
      'Radio emissions of a late star',
      'Astronomers sent a note. What could cause this?',
      'space',
    );
    const { score, matchReason } = await verdict(pain, chaser);
    expect(score).toBeGreaterThanOrEqual(6);
    expect(matchReason).toContain('“client owes me 4,200 and has gone quiet”');
    expect((await verdict(radio, chaser)).score).toBeLessThan(3);
  });

  it('is worth more if they name an alternative', async () => {
    const { parts: named } = await verdict({ ...pain, selftext: `${pain.selftext} I use QuickBooks.` }, chaser);
    expect(named.find(({ category: of }) => of === 'alternative')).toMatchObject({ quote: 'I use QuickBooks.' });
  });
});

describe('reasons', () => {
  it('name the need in the words of the author, never a field', async () => {
    const { matchReason } = await verdict(buyer);
    expect(matchReason).toContain('“Looking for shipping software for my shop”');
    expect((await verdict(stranger)).matchReason).not.toMatch(/in your field/);
  });

  it('differ for posts that differ', async () => {
    const asked = ['Which carrier do you use for small parcels?', 'Which label printer do you use for parcels?'];
    const reasons = await Promise.all(asked.map(async (title) => (await verdict(post('p', title))).matchReason));
    expect(new Set(reasons).size).toBe(2);
  });

  it('have a form without any word of the post', async () => {
    const { parts } = await verdict(buyer);
    expect(plainReasonOf(parts)).toBe('The author is looking for something about what you offer.');
  });
});

describe('scores', () => {
  const part = (points: number): ScorePart => ({ name: 'fit', category: 'core', points, quote: null, note: '' });

  it('are the sum of the parts without floating point errors, limited to 0 to 10', () => {
    expect(scoreOf([part(0.1), part(0.2)])).toBe(0.3);
    expect(scoreOf([part(9), part(4)])).toBe(10);
    expect(scoreOf([part(1), part(-4)])).toBe(0);
  });

  it('are high from 8.0 and medium from 6.5', () => {
    expect([8, 7.9, 6.5, 6.4, null].map(relevanceOf)).toEqual(['high', 'medium', 'medium', 'low', 'low']);
  });
});

describe('prefilterer', () => {
  it('keeps what shares the topic, also a seller, and reports why the rest is dropped', () => {
    const removed = post('removed', 'Shipping labels', '[removed]');
    const { kept, dropped } = prefilterer()(business, [buyer, stranger, seller, removed, ...hostile.slice(0, 2)]);
    expect(kept.map(({ id }) => id)).toEqual(['buyer', 'seller']);
    expect(dropped.map(({ id, reason }) => [id, reason])).toEqual([
      ['stranger', 'no-shared-topic'],
      ['removed', 'removed'],
      ['empty', 'empty'],
      ['blank', 'empty'],
    ]);
  });

  it('names the language of a post whose words it cannot compare', () => {
    const text = 'Unsere Kunden zahlen zu spät, und ich suche ein Werkzeug, das Mahnungen für uns verschickt.';
    const { dropped } = prefilterer()(business, [post('german', 'Wer kennt das auch?', text)]);
    const note = 'The post is written in German. Earshot compares only English posts with your business.';
    expect(dropped).toEqual([{ id: 'german', reason: 'language-de', note }]);
  });
});

describe('text', () => {
  it('cuts the sentence around a place, narrowed to whole words when it is long', () => {
    expect(sentenceAround('One. Two is here! Three.', 9, 11)).toBe('Two is here!');
    const long = `${'left '.repeat(60)}needle ${'right '.repeat(60)}`;
    const at = long.indexOf('needle');
    const cut = sentenceAround(long, at, at + 6);
    expect(cut).toContain('needle');
    expect(cut.length).toBeLessThanOrEqual(180);
    expect(long).toContain(` ${cut} `);
  });

  it.each([
    ['sick', 'said her kid was sick, second time this month.'],
    ['cancelled', 'A client cancelled a facial forty minutes before'],
    ['second', 'said her kid was sick, second time this month.'],
    ['facial forty minutes before, said', 'A client cancelled a facial forty minutes before, said her kid was sick'],
  ])('of a long sentence, the clause of “%s” is quoted', (words, quote) => {
    const sentence = 'A client cancelled a facial forty minutes before, said her kid was sick, second time this month.';
    const text = `Hello. ${sentence} I have no card on file.`;
    const at = text.indexOf(words);
    expect(quoteAround(text, at, at + words.length)).toBe(quote);
  });

  it('a sentence of usual length is quoted whole, and a long clause is narrowed to whole words', () => {
    const text = 'I want cards on file, because one in ten does not come. Which system do you have?';
    expect(quoteAround(text, 2, 6)).toBe('I want cards on file, because one in ten does not come.');
    const long = `First, ${'left '.repeat(60)}needle ${'right '.repeat(60)}, last`;
    const cut = quoteAround(long, long.indexOf('needle'), long.indexOf('needle') + 6);
    expect(cut.length).toBeLessThanOrEqual(180);
    expect(long).toContain(` ${cut} `);
  });

  it('a reason shows where the quoted clause of a sentence was cut', async () => {
    const selftext =
      'Third Friday in a row spent in spreadsheets, we are looking for invoicing software for two freelancers, ideally ' +
      'before the end of the year.';
    const [verdict] = await keylessScorer().score(business, [post('cut', 'Fridays', selftext)]);
    expect(verdict?.matchReason).toMatch(/^Looks for: “…we are looking for invoicing software for two freelancers…”/);
    expect(verdict?.parts.find(({ name }) => name === 'need')?.quote).toBe(
      'we are looking for invoicing software for two freelancers',
    );
  });
});

it('two posts with different words have different reasons, even where only a set phrase can be quoted', async () => {
  const posts = [
    post('a', 'Novel for a long flight', 'Any recommendations?', 'books'),
    post('b', 'Poems for a wedding', 'Any recommendations?', 'books'),
    post('c', 'Red tulips', '', 'books'),
    post('d', 'White roses', '', 'books'),
  ];
  const reasons = (await keylessScorer().score(business, posts)).map(({ matchReason }) => matchReason);
  expect(new Set(reasons).size).toBe(posts.length);
  expect(reasons[0]).toContain('“Novel for a long flight”');
  expect(reasons[2]).toContain('“Red tulips”');
});
