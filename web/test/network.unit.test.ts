import { expect, it, jest } from '@jest/globals';
import { createNetwork } from '../src/lib/network.ts';

/** A network with the test as its server. */
function setUp() {
  jest.useFakeTimers();
  const world = { server: true };
  const probe = jest.fn(async () => world.server);
  const network = createNetwork({ probe });
  const changed = jest.fn();
  network.subscribe(changed);
  return { world, probe, network, changed };
}

it('a call that failed for its own reasons is no outage', async () => {
  const { network, changed } = setUp();
  network.failed();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(network.isOnline()).toBe(true);
  expect(changed).not.toHaveBeenCalled();
});

it('many unanswered calls are announced once, and recovery is noticed without another call', async () => {
  const { world, probe, network, changed } = setUp();
  world.server = false;
  network.failed();
  network.failed();
  await jest.advanceTimersByTimeAsync(0);
  expect(network.isOnline()).toBe(false);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(probe).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(3000);
  expect(network.isOnline()).toBe(false);
  world.server = true;
  await jest.advanceTimersByTimeAsync(3000);
  expect(network.isOnline()).toBe(true);
  expect(changed).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(probe).toHaveBeenCalledTimes(3);
});

it('an answered call ends the outage before the next look', async () => {
  const { world, network } = setUp();
  world.server = false;
  network.failed();
  await jest.advanceTimersByTimeAsync(0);
  network.answered();
  expect(network.isOnline()).toBe(true);
});

it('a connection change reported by the browser is verified at once', async () => {
  const { world, network, changed } = setUp();
  network.browserChanged();
  await jest.advanceTimersByTimeAsync(0);
  expect(network.isOnline()).toBe(true);
  world.server = false;
  network.browserChanged();
  await jest.advanceTimersByTimeAsync(0);
  expect(network.isOnline()).toBe(false);
  world.server = true;
  network.browserChanged();
  await jest.advanceTimersByTimeAsync(0);
  expect(network.isOnline()).toBe(true);
  expect(changed).toHaveBeenCalledTimes(2);
});
