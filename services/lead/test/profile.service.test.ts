import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { leadContract } from '@earshot/proto/http';
import { configuration, scanSettings } from '@earshot/proto/http/lead';
import { startLead } from './support.ts';

const world = await startLead();
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
});

describe('the words for drafts', () => {
  it('are up to twelve sentences and a closing line', async () => {
    const userId = newId();
    expect((await get(userId)).body).toMatchObject({ draftFacts: [], closingLine: '' });
    await save(userId, { draftFacts: [' It costs £2. '], closingLine: ' Ask me. ' });
    await save(userId, { businessDescription: 'We sell tea.' });
    expect((await get(userId)).body).toMatchObject({ draftFacts: ['It costs £2.'], closingLine: 'Ask me.' });
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
});
