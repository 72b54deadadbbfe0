import { isDoc, toInteger } from '../bson.ts';
import { badValue, CommandError } from '../errors.ts';
import type { Operator } from './operator.ts';

const DAY_MS = 86_400_000;
const UNIT_MS: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: DAY_MS,
  week: 604_800_000,
};
const UNIT_MONTHS: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 };
const WEEKDAYS = ['sat', 'sun', 'mon', 'tue', 'wed', 'thu', 'fri'];
/** MongoDB counts bins from the start of 2000, which was a Saturday. */
const EPOCH = Date.UTC(2000, 0, 1);

/** $dateTrunc in any IANA zone. Units of a day or longer follow the zone's calendar across daylight saving changes. */
export const dateTrunc: Operator = (argument, scope) => {
  if (!isDoc(argument)) throw new CommandError(5439007, '$dateTrunc only supports an object as its argument');
  const date = scope.evaluate(argument['date']);
  const unit = scope.evaluate(argument['unit']);
  const zone = argument['timezone'] === undefined ? 'UTC' : scope.evaluate(argument['timezone']);
  const size = argument['binSize'] === undefined ? 1 : toInteger(scope.evaluate(argument['binSize']));
  if ([date, unit, zone].some((value) => value === null || value === undefined)) return null;
  if (!(date instanceof Date)) throw new CommandError(5439012, "$dateTrunc requires 'date' to be a date");
  if (size === undefined || size < 1)
    throw new CommandError(5439017, "$dateTrunc requires 'binSize' to be a positive whole number");
  const weekStart = argument['startOfWeek'] === undefined ? 'sunday' : scope.evaluate(argument['startOfWeek']);
  const offset = offsetOf(String(zone));
  return new Date(truncate(date.getTime(), String(unit), size, String(weekStart), offset));
};

/** The zone's offset from UTC at an instant, in milliseconds; positive east of UTC. */
type Offset = (instant: number) => number;

function truncate(instant: number, unit: string, size: number, weekStart: string, offset: Offset): number {
  const local = instant + offset(instant);
  const months = UNIT_MONTHS[unit];
  if (months !== undefined) return toUtc(truncateMonths(local, months * size), offset);
  const unitMs = UNIT_MS[unit];
  if (unitMs === undefined) throw new CommandError(5439014, `unknown time unit value: ${unit}`);
  const width = unitMs * size;
  // Units up to an hour have a fixed length across daylight saving changes. Calendar days do not.
  if (unitMs < DAY_MS) return floorTo(instant, width, EPOCH - offset(instant));
  const origin = unit === 'week' ? EPOCH + weekdayNumber(weekStart) * DAY_MS : EPOCH;
  return toUtc(floorTo(local, width, origin), offset);
}

function floorTo(value: number, width: number, origin: number): number {
  return origin + Math.floor((value - origin) / width) * width;
}

function weekdayNumber(name: string): number {
  const day = WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
  if (day < 0) throw new CommandError(5439015, `unknown day of week value: ${name}`);
  return day;
}

function truncateMonths(local: number, width: number): number {
  const date = new Date(local);
  const since = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
  return Date.UTC(2000, Math.floor(since / width) * width, 1);
}

/** Converts a zone's local time to an instant. */
function toUtc(local: number, offset: Offset): number {
  const guess = local - offset(local);
  return local - offset(guess);
}

const zones = new Map<string, Offset>();
const ZONES_KEPT = 50;

function offsetOf(zone: string): Offset {
  const fixed = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3] ?? 0);
    return () => (fixed[1] === '-' ? -minutes : minutes) * 60_000;
  }
  if (['UTC', 'GMT', 'Z'].includes(zone)) return () => 0;
  const known = zones.get(zone) ?? makeZone(zone);
  if (zones.size >= ZONES_KEPT) zones.clear();
  zones.set(zone, known);
  return known;
}

function makeZone(zone: string): Offset {
  const format = zoneFormat(zone);
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const shown = Date.UTC(
      parts['year'] ?? 0,
      (parts['month'] ?? 1) - 1,
      parts['day'],
      parts['hour'],
      parts['minute'],
      parts['second'],
    );
    return shown - Math.floor(instant / 1000) * 1000;
  };
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    const numeric = 'numeric' as const;
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    });
  } catch {
    throw badValue(`unrecognized time zone identifier: "${timeZone}"`);
  }
}
