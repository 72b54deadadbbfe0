import { afterAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { until } from '@earshot/core/testing';
import { randomUUID } from 'node:crypto';
import { hashOf } from '../src/domain/description.ts';
import { noon, startDiscovery } from './support.ts';

const world = await startDiscovery();
afterAll(() => world.stop());

/** Publishes a registration as auth does, at the time of the service's clock. */
async function register(visitor: string | undefined, userId = newId()): Promise<string> {
  const value = { authProvider: 'email', ...(visitor !== undefined && { visitor }) };
  await world.platform.bus.publish([
    world.platform.event({ userId, payload: { case: 'userRegistered', value } }).record,
  ]);
  return userId;
}

const conversionsOf = (userId: string) =>
  world.published.flatMap((event) => (event.what === 'converted' && event.userId === userId ? [event] : []));
const minutes = (n: number) => world.setTime(new Date(noon.getTime() + n * 60_000));

/** Searches and registers once more, and waits for that conversion: all earlier events are handled then. */
async function settled(): Promise<void> {
  const { visitor } = await world.search(`A marker of the test ${randomUUID()}`);
  const userId = await register(visitor);
  await until('the marker', () => conversionsOf(userId).length === 1);
}

describe('a visitor who registers', () => {
  it('converts all searches of the same browser, each once, even if the event is repeated', async () => {
    const { visitor } = await world.search('Yarn for knitting socks');
    await world.search('Needles for knitting socks', { visitor });
    await world.search('Needles for knitting socks', { visitor });
    const other = await world.search('Looms for weaving carpets');
    const userId = await register(visitor);
    await register(visitor, userId);
    await settled();
    expect(
      conversionsOf(userId)
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual([hashOf('Yarn for knitting socks'), hashOf('Needles for knitting socks')].sort());
    expect(conversionsOf(userId).every((event) => event.visitor === visitor)).toBe(true);
    expect(await world.stored('Yarn for knitting socks')).toMatchObject({ convertedUserId: userId, convertedAt: noon });
    expect(other.status).toBe(200);
    expect(await world.stored('Looms for weaving carpets')).toMatchObject({ convertedUserId: null, convertedAt: null });
  });

  it('leaves a description to the user who converted it first, and still converts the search', async () => {
    const description = 'Kites that fly without wind';
    const [first, second] = [await world.search(description), await world.search(description)];
    const winner = await register(first.visitor);
    await until('the first conversion', () => conversionsOf(winner).length === 1);
    const later = await register(second.visitor);
    await until('the second conversion', () => conversionsOf(later).length === 1);
    expect(await world.stored(description)).toMatchObject({ convertedUserId: winner, requestCount: 2 });
  });

  it('converts nothing that is searched for afterwards', async () => {
    const { visitor } = await world.search('Oars for rowing boats');
    const userId = await register(visitor);
    await until('the conversion', () => conversionsOf(userId).length === 1);
    minutes(5);
    await world.search('Sails for rowing boats', { visitor });
    minutes(0);
    await register(visitor, userId);
    await settled();
    expect(conversionsOf(userId)).toHaveLength(1);
    expect(await world.stored('Sails for rowing boats')).toMatchObject({ convertedAt: null });
  });

  it('converts a search that was stored only after the registration event', async () => {
    minutes(20);
    const visitor = randomUUID();
    const userId = await register(visitor);
    await until('the registration', () => world.models().registration.findOne({ userId }).lean().exec());
    // The service's clock is before the registration, as for a search that began earlier.
    minutes(19);
    await world.search('Lanterns for night fishing', { visitor });
    await until('the conversion', () => conversionsOf(userId).length === 1);
    expect(await world.stored('Lanterns for night fishing')).toMatchObject({ convertedUserId: userId });
  });

  it.each([[undefined], ['not-an-id'], [randomUUID()]])(
    'as visitor %s who never searched converts nothing',
    async (visitor) => {
      const userId = await register(visitor);
      await settled();
      expect(conversionsOf(userId)).toEqual([]);
    },
  );
});

describe('what is kept of visitors', () => {
  it('goes thirty days after it was last needed', async () => {
    const indexes = [...world.models().search.schema.indexes(), ...world.models().registration.schema.indexes()];
    const expiring = indexes.filter(([, options]) => options.expireAfterSeconds === 30 * 24 * 3600);
    expect(expiring.map(([fields]) => fields)).toEqual([{ lastAt: 1 }, { at: 1 }]);
  });
});
