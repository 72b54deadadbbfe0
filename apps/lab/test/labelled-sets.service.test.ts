import { expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyProfile } from '@earshot/proto/http/lead';
import { readLabelledSets } from '../src/quality/labelled-sets.ts';

it('a labelled set has the profile of its business if its file states one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-sets-'));
  const description = 'We sell tea.';
  const fields = {
    offer: 'loose tea',
    audience: 'offices',
    problems: ['bad tea'],
    alternatives: [],
    notFor: ['cafes'],
  };
  const write = async (key: string, content: object) => {
    await writeFile(join(folder, `${key}.business.json`), JSON.stringify(content));
    await writeFile(join(folder, `${key}.posts.jsonl`), '{"id":"a","subreddit":"tea","title":"Tea?"}\n');
    await writeFile(join(folder, `${key}.labels.jsonl`), '{"id":"a","label":3}\n');
  };
  try {
    await write('D', { description, subreddits: ['tea'] });
    await write('E', { key: 'E', description, subreddits: ['tea'], ...fields });
    const sets = await readLabelledSets(folder);
    const business = { description, source: 'reddit', communities: ['tea'] };
    expect(sets.map((set) => set.business)).toEqual([
      business,
      { ...business, profile: { ...emptyProfile, ...fields } },
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
