import { featureNames, isInCatalogue } from '@earshot/discovery/fit-features';
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { labelledDescriptions, weightsFile, weightsText } from '../src/learn-communities.ts';

describe('npm run lab -- communities', () => {
  it('wrote the weights that discovery reads, for this encoder', () => {
    const text = readFileSync(weightsFile, 'utf8');
    const file = z.object({ bias: z.number(), weights: z.record(z.enum(featureNames), z.number()) });
    const { bias, weights } = file.parse(JSON.parse(text));
    expect(text).toBe(
      weightsText(
        bias,
        featureNames.map((name) => weights[name]),
      ),
    );
  });

  it('learns from descriptions whose communities are in the catalogue', () => {
    const examples = labelledDescriptions();
    expect(examples).toHaveLength(120);
    expect(new Set(examples.map(({ description }) => description)).size).toBe(120);
    expect(examples.flatMap(({ communities }) => communities).filter((name) => !isInCatalogue(name))).toEqual([]);
  });
});
