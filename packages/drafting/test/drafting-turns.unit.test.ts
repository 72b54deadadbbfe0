import { hostileUnits, longestTurnMs, repeated } from '@earshot/core/testing';
import { draftVariants } from '@earshot/proto/values';
import { expect, it } from '@jest/globals';
import { keylessDrafter } from '../src/keyless-drafter.ts';
import { manners } from '../src/manners.ts';
import { requestOf } from '../src/testing/drafter-contract.ts';

/** As long as the sites allow. */
const longestText = 40_000;
const longestMs = 20;
const words = ['I need help with this now? ', 'we ', 'how to ', '“', 'Ein ', '中', 'Aa '];

it.each([...hostileUnits, ...words])('drafts for a post of %j in short turns', async (unit) => {
  const text = repeated(unit, longestText);
  const lead = { title: text, content: text, author: 'x', community: 's', communityLabel: 'r/s', matchReason: '' };
  const [manner] = manners;
  if (manner === undefined) throw new Error('no manner');
  const request = requestOf(lead, manner);
  const draft = () => keylessDrafter().draft(request, { variants: draftVariants, recent: [], force: true });
  await draft();
  expect(await longestTurnMs(draft, longestMs)).toBeLessThan(longestMs);
});
