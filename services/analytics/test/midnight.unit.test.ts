import { describe, expect, it } from '@jest/globals';
import { startOfDay } from '../src/domain/midnight.ts';

describe('the start of a day', () => {
  it.each([
    ['UTC', '2026-11-21T12:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['UTC', '2026-11-21T00:00:00Z', '2026-11-21T00:00:00.000Z'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-21T12:00:00Z', '2026-11-20T18:30:00.000Z'],
    ['+05:30', '2026-11-21T12:00:00Z', '2026-11-20T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-21T12:00:00Z', '2026-11-21T10:00:00.000Z'],
    // A day of 25 hours, before and after the clocks go back.
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25T22:59:00Z', '2026-10-24T22:00:00.000Z'],
    // A day of 23 hours.
    ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-29T22:00:00.000Z'],
    // Clocks go forward from 24:00 to 1:00, so the day begins at 1:00.
    ['Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00.000Z'],
    // Clocks go back from 24:00 to 23:00, so that hour still belongs to the previous day.
    ['Africa/Cairo', '2026-10-30T12:00:00Z', '2026-10-29T22:00:00.000Z'],
    // There was no 30 December 2011 in Samoa.
    ['Pacific/Apia', '2011-12-31T03:00:00Z', '2011-12-30T10:00:00.000Z'],
  ])('in %s at %s is %s', (zone, now, begin) => {
    expect(startOfDay(new Date(now), zone).toISOString()).toBe(begin);
  });
});
