import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { configuration, scanSettings } from '@earshot/proto/http/lead';
import type { LeadWorld } from './support.ts';
import { startLead } from './support.ts';

let world: LeadWorld;
beforeAll(async () => {
  world = await startLead();
});
afterAll(() => world.stop());

const { getConfiguration, getScanSettings, saveConfiguration } = leadContract;
const save = (userId: string, body?: unknown) => world.services.fetch(saveConfiguration, { userId, body });
const get = async (userId: string) => {
  const { status, body } = await world.services.fetch(getConfiguration, { userId });
  return { status, body: configuration.parse(body) };
};

describe("a user's own tones", () => {
  const tone = (name: string, example = `Hi there, this is ${name}.`) => ({ name, example });

  it('are up to three', async () => {
    const userId = newId();
    expect((await get(userId)).body.ownTones).toEqual([]);
    await save(userId, { ownTones: [tone(' Workshop '), tone('Formal')] });
    await save(userId, { businessDescription: 'We sell tea.' });
    expect((await get(userId)).body.ownTones).toEqual([
      tone('Workshop', 'Hi there, this is  Workshop .'),
      tone('Formal'),
    ]);
  });

  it.each([
    [
      ['One', 'Two', 'Three', 'Four'].map((name) => tone(name)),
      'ownTones',
      'An account has at most 3 tones of its own',
    ],
    [[tone('Workshop'), tone('workshop')], 'ownTones', 'Two tones have the same name'],
    [[tone(' ')], 'ownTones.0.name', 'A tone needs a name'],
    [[tone('Workshop', '')], 'ownTones.0.example', 'A tone needs an example'],
    [[tone('x'.repeat(31))], 'ownTones.0.name', 'The name of a tone has at most 30 characters'],
  ])('must be valid: %j', async (ownTones, field, message) => {
    expect(await save(newId(), { ownTones })).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
  });
});

describe('the words for drafts', () => {
  it('are up to twelve sentences and a closing line', async () => {
    const userId = newId();
    expect((await get(userId)).body).toMatchObject({ draftFacts: [], closingLine: '' });
    await save(userId, { draftFacts: [' It costs £2. '], closingLine: ' Ask me. ' });
    await save(userId, { businessDescription: 'We sell tea.' });
    expect((await get(userId)).body).toMatchObject({ draftFacts: ['It costs £2.'], closingLine: 'Ask me.' });
  });

  it.each([
    [{ draftFacts: Array<string>(13).fill('x') }, 'draftFacts', 'There are at most 12 sentences for drafts'],
    [{ draftFacts: ['x'.repeat(201)] }, 'draftFacts.0', 'Each sentence for drafts has at most 200 characters'],
    [{ closingLine: 'x'.repeat(121) }, 'closingLine', 'The closing line has at most 120 characters'],
  ])('must be valid: %j', async (body, field, message) => {
    expect(await save(newId(), body)).toMatchObject({ status: 400, body: { fields: { [field]: message } } });
  });
});

describe('the profile of a business', () => {
  const profile = {
    offer: 'loose tea by post',
    audience: 'people who drink tea at work',
    problems: ['the tea in the office is bad'],
    alternatives: ['tea bags'],
    notFor: ['people who drink coffee only'],
    targetKeywords: ['tea'],
    excludedKeywords: ['hiring'],
    location: 'Leeds, UK',
    servesOnlyThere: true,
  };

  it('keeps absent fields', async () => {
    const userId = newId();
    await save(userId, { businessDescription: 'We sell tea.', ...profile });
    await save(userId, { offer: ' tea ', problems: [] });
    const { body } = await get(userId);
    expect(body).toMatchObject({ businessDescription: 'We sell tea.', ...profile, offer: 'tea', problems: [] });
    await save(userId, { targetKeywords: [] });
    expect((await get(userId)).body.targetKeywords).toBeNull();
  });

  it('is passed on to a scan once one of its fields is filled in', async () => {
    const userId = newId();
    const settings = async () => {
      const { body } = await world.services.fetch(getScanSettings, { userId, issuer: 'scan' });
      return scanSettings.parse(body);
    };
    await save(userId, { businessDescription: 'We sell tea.', offer: '  ', targetKeywords: [], servesOnlyThere: true });
    expect(await settings()).not.toHaveProperty('profile');
    await save(userId, profile);
    expect((await settings()).profile).toEqual(profile);
  });

  it.each([
    [{ offer: 'x'.repeat(201) }, 'offer', 'offer has at most 200 characters'],
    [{ location: 'x'.repeat(81) }, 'location', 'location has at most 80 characters'],
    [{ servesOnlyThere: 'yes' }, 'servesOnlyThere', 'servesOnlyThere must be true or false'],
    [{ audience: null }, 'audience', 'audience must be text'],
    [{ problems: 'late' }, 'problems', 'problems must be a list of texts'],
    [{ notFor: Array(21).fill('tea') }, 'notFor', 'notFor has at most 20 entries'],
    [{ problems: [' '] }, 'problems.0', 'problems must not contain an empty entry'],
    [
      { targetKeywords: ['tea', 'x'.repeat(81)] },
      'targetKeywords.1',
      'Each entry of targetKeywords has at most 80 characters',
    ],
  ])('refuses %j', async (body, field, message) => {
    const userId = newId();
    expect(await save(userId, body)).toMatchObject({ status: 400, body: { message, fields: { [field]: message } } });
    expect((await get(userId)).body.updatedAt).toBeNull();
  });
});
