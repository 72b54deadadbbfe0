import { type Metric, metricTable } from '@earshot/proto/metrics';
import { expect, it } from '@jest/globals';

const all: readonly Metric[] = Object.values(metricTable);

it('names are valid in Prometheus and unique', () => {
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  for (const { name, type, unit, from, labels, values = {}, help } of all.filter((one) => one.from === undefined)) {
    expect([name, from]).toEqual([expect.stringMatching(/^earshot_[a-z_]+$/), undefined]);
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
    expect([name, /_(seconds|bytes)(?:_total)?$/.exec(name)?.[1] ?? 'none']).toEqual([
      name,
      unit === 'seconds' || unit === 'bytes' ? unit : 'none',
    ]);
    expect([name, Object.keys(values).filter((label) => !labels.includes(label))]).toEqual([name, []]);
    expect([name, help]).toEqual([name, expect.stringMatching(/^[A-Z1].*[^.]$/)]);
  }
});
