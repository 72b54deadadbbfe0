import * as units from '@grafana/grafana-foundation-sdk/units';
import type { Unit } from '../promql.ts';

const known: ReadonlyMap<Unit, string> = new Map([
  ['seconds', units.Seconds],
  ['bytes', units.BytesIEC],
  ['ratio', units.PercentUnit],
  ['boolean', units.Short],
  // CPU seconds per second: the number of busy cores.
  ['seconds/s', 'suffix: cores'],
  ['times/s', 'suffix:/s'],
  // Without a suffix, because the counts are in millions.
  ['tokens', units.Short],
  ['tokens/s', 'suffix: tokens/s'],
]);

/** Grafana's name for a unit; unknown units are shown after the number. */
export function grafanaUnit(unit: Unit): string {
  return known.get(unit) ?? `suffix: ${unit}`;
}
