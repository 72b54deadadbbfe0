import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { fractionOf, hashOf } from '../domain/hash.ts';
import { timeInWeek } from '../domain/timeline.ts';
import type { Community } from '../domain/types.ts';
import { closedCommunities, communityOf } from './community-facts.ts';
import { inTransaction, readMeta } from './database.ts';
import { parseSampleFile, readSampleTexts, type SampleFile } from './sample-files.ts';
import { clearSite, createSeeder, finishSeed, isSeeded, type SeedText } from './seed.ts';

/** The first id of the sample posts in base 36. Ids increase with time. */
const FIRST_SAMPLE_ID = Number.parseInt('1u00000', 36);

/** The communities that the samples describe, by lower-case name. */
export function sampleCommunities(files: readonly SampleFile[]): Map<string, Community> {
  return new Map(files.map((file) => [file.name.toLowerCase(), communityOf(file)]));
}

export function readSamples(): { files: SampleFile[]; fingerprint: string } {
  const texts = readSampleTexts();
  const fingerprint = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  return { files: texts.map(parseSampleFile), fingerprint: `samples:${fingerprint}` };
}

interface Sample {
  text: SeedText;
  score: number;
  numComments: number;
}

function samplesOf(files: readonly SampleFile[]): Sample[] {
  return files.flatMap((file) =>
    file.posts.map((post) => ({
      text: {
        community: file.name,
        title: post.title,
        selftext: post.selftext,
        flair: post.flair ?? null,
        url: null,
        over18: false,
        author: post.author,
        reserve: post.later === true ? 0 : null,
      },
      score: post.score,
      numComments: post.comments,
    })),
  );
}

/**
 * Fills the site with the built-in posts, unless it already contains them. The posts are spread over the week before
 * the first load. A newer set of samples keeps the time of that first load.
 */
export function loadSamples(database: DatabaseSync, site: { now: number; arrivalsPerHour: number }): void {
  const { now, arrivalsPerHour } = site;
  const { files, fingerprint } = readSamples();
  if (isSeeded(database, fingerprint)) return;
  const firstLoadAt = Number(readMeta(database, 'firstLoadAt') ?? now);
  const shuffled = samplesOf(files).sort((a, b) => hashOf(a.text.title) - hashOf(b.text.title));
  const present = shuffled.filter((sample) => sample.text.reserve === null);
  const later = shuffled.filter((sample) => sample.text.reserve !== null);
  inTransaction(database, () => {
    clearSite(database);
    const seeder = createSeeder(database);
    present.forEach(({ text, score, numComments }, rank) => {
      const createdAt = timeInWeek(rank, present.length, firstLoadAt, fractionOf(`wobble:${text.title}`));
      seeder.add(text, { id: (FIRST_SAMPLE_ID + rank).toString(36), score, numComments, createdAt });
    });
    later.forEach(({ text }, place) => seeder.add({ ...text, reserve: place }, null));
    const communities = [...sampleCommunities(files).values(), ...closedCommunities()];
    finishSeed(database, { fingerprint, firstLoadAt, arrivalsPerHour, communities });
  });
}
