import * as units from '@grafana/grafana-foundation-sdk/units';
import type { Unit } from '../promql.ts';

const known: ReadonlyMap<Unit, string> = new Map([
  ['seconds', units.Seconds],
  ['bytes', units.BytesIEC],
  ['ratio', units.PercentUnit],
  ['boolean', units.Short],
  // Processor time a second: how many cores are busy.
  ['seconds/s', 'suffix: cores'],
  ['times/s', 'suffix:/s'],
  // Counted in millions.
  ['tokens', units.Short],
  ['tokens/s', 'suffix: tokens/s'],
]);

/** Grafana's name for a unit of the table; what it does not know is written behind the number. */
export function grafanaUnit(unit: Unit): string {
  return known.get(unit) ?? `suffix: ${unit}`;
}
