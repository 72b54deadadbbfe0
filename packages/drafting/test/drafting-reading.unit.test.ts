import { emptyProfile } from '@earshot/proto/http/lead';
import { describe, expect, it } from '@jest/globals';
import { readBusiness } from '../src/business.ts';
import { clausesOf } from '../src/post.ts';
import { leads } from '../src/testing/drafter-contract.ts';

describe('readBusiness', () => {
  it.each([
    ['Waggle: online classes for dogs.', 'I am with Waggle, and we offer online classes for dogs'],
    ['Waggle is a school for dogs', 'I am with Waggle, a school for dogs'],
    ['Acme Studio designs logos for restaurants.', 'I am with Acme Studio, which designs logos for restaurants'],
    [
      'ParcelPilot: Compare carrier rates and print labels',
      'I am with ParcelPilot, and with us you can compare carrier rates and print labels',
    ],
    ['Lorekeeper listens to your session.', 'I am with Lorekeeper, which listens to your session'],
    ['We help dentists get more patients.', 'we help dentists get more patients'],
    ['I build custom themes for shops', 'I build custom themes for shops'],
    ['SEO agency for startups', 'we are an SEO agency for startups'],
    ['Project management tool for remote teams', 'we offer a project management tool for remote teams'],
    ['Our app helps runners train', 'our app helps runners train'],
    ['Help small teams plan their week', 'we help small teams plan their week'],
    ['Plan: when is the next trip?', 'I am with Plan'],
    ['Freelance bookkeeper', 'I am a freelance bookkeeper'],
    ['Meal prep for nurses, vegan options, cheap', 'I have a business in this field'],
    ['Meal delivery for nurses, vegan options', 'we offer meal delivery for nurses'],
    ['best CRM ever!!!', 'I have a business in this field'],
    ['Wir helfen kleinen Läden, online gefunden zu werden.', 'I have a business in this field'],
    ['', 'I have a business in this field'],
  ])('introduces "%s" by a clause', (description, clause) => {
    expect(readBusiness({ description }).introduce(' am')).toBe(clause);
  });

  it.each([
    ['hourly GPU rental and API hosting', 'I am with Waggle, and we offer hourly GPU rental and API hosting'],
    ['design reviews for small teams', 'I am with Waggle, and we offer design reviews for small teams'],
    ['relocation help for newcomers', 'I am with Waggle, and we offer relocation help for newcomers'],
    ['a shared inbox for two', 'I am with Waggle, a shared inbox for two'],
    ['cut your cloud bill', 'I am with Waggle, and with us you can cut your cloud bill'],
    ['We train dogs at home.', 'I am with Waggle, and we train dogs at home'],
  ])('offers what the profile says where the description does not: "%s"', (offer, clause) => {
    const description = 'Waggle: best ever. We visit you at home.';
    const business = readBusiness({ description, profile: { ...emptyProfile, offer } });
    expect(business.introduce(' am')).toBe(clause);
    expect(business.facts).toContain('We visit you at home.');
  });

  it.each([
    ['Ab: b c. Send proposals and track time.', ['With Ab, you can send proposals and track time.']],
    [
      'A: b c. Packages for small weddings and planning help.',
      ['We offer packages for small weddings and planning help.'],
    ],
    ['A: b c. Coaches answer within a day.', ['Coaches answer within a day.']],
    ['A: b c. We ship to the U.S. every day.', ['We ship to the U.S. every day.']],
    ['A: b c. Change one price and every menu that shows it is right.', []],
    ['A: b c. Faster than ever', []],
    ['A: b c. 20 years of experience, licensed and insured.', []],
    ['A: b c.', []],
  ])('takes whole sentences of "%s" as facts', (description, facts) => {
    expect(readBusiness({ description }).facts).toEqual(facts);
  });
});

describe('clausesOf', () => {
  it('has clauses as they are, without links, markup, greetings and end marks', () => {
    expect(clausesOf(leads['plain'] ?? { title: '', content: '' })).toEqual([
      { text: 'shipping software for my candle shop', form: 'wants' },
      { text: 'We send forty parcels a week and I copy every address by hand', form: 'says' },
      { text: 'Can anyone recommend something that compares carrier rates?', form: 'asks' },
    ]);
    const marked = clausesOf(leads['marked'] ?? { title: '', content: '' });
    expect(JSON.stringify(marked)).not.toMatch(/[*]|http|example/);
  });

  it.each([
    ['refers to other sentences', 'It keeps doing that to me every single week.'],
    ['is cut off', 'and then the printer stopped in the middle of it'],
    ['ends within an abbreviation', 'The report says coliform is present, E. coli is absent.'],
    ['says too little', 'I ask the chef.'],
    ['shouts', 'My BOSS NEVER EVER answers the phone on Mondays.'],
    ['is nothing that a stranger should repeat', 'I am so fat that my knees hurt when I run.'],
    ['names a user', 'I asked u/somebody about my parcels last week.'],
    ['is too long', `I have ${'never ever '.repeat(20)}printed a label.`],
  ])('has no clause that %s', (_name, content) => {
    expect(clausesOf({ title: '!', content })).toEqual([]);
  });
});
