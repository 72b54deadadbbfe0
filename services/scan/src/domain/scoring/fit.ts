import { bm25Term, lengthFactor } from '@earshot/text';
import type { Profile } from './profile.ts';
import type { Token } from './text.ts';

/** Where in a post something stands; the quote is cut around it. */
export interface Evidence {
  readonly field: 'title' | 'selftext';
  readonly start: number;
  readonly end: number;
}

/** A category that the language of a post shows, and where. */
export interface Sign<C extends string> {
  readonly category: C;
  /** 0 to 1. */
  readonly strength: number;
  readonly evidence: Evidence;
}

/** How much a post is about what the business offers. */
export interface Fit {
  /** 0 (not at all) to 1. */
  readonly value: number;
  readonly category: 'core' | 'related' | 'audience' | 'none';
  /** Where the strongest words stand, for the quote. */
  readonly evidence: Evidence | null;
}

/** A word of a title stands for about as much as two and a half of the body: field weights as BM25F has them. */
const TITLE_WEIGHT = 2.5;
/** BM25's k1: how soon repeating a word stops adding. */
const SATURATION = 1.4;
/** BM25's b and the length it is centred on: a fixed figure, since a batch must not change a score. */
const LENGTH_SHARE = 0.6;
const USUAL_TOKENS = 110;
/** What a title adds that speaks of nothing else: short posts have no room to repeat themselves. */
const TITLE_DENSITY = 1;
/** The sum at which a post is half about the business. */
const HALF = 1.1;

interface Hit {
  mass: number;
  best: number;
  evidence: Fit['evidence'];
}

/**
 * BM25F over groups of words instead of words: synonyms of one family count together, so a post gains by being about several
 * sides of the offer, not by repeating one. `community` is 0 to 1: how plainly the community's own name is on topic.
 */
export function fitOf(profile: Profile, title: readonly Token[], body: readonly Token[], community: number): Fit {
  const hits = new Map<number, Hit>();
  const length = lengthFactor(title.length + body.length, USUAL_TOKENS, LENGTH_SHARE);
  collect(profile, title, 'title', TITLE_WEIGHT, hits);
  collect(profile, body, 'selftext', 1 / Math.max(0.6, length), hits);
  const sums = { core: 0, related: 0, audience: 0 };
  let strongest = 0;
  let evidence: Fit['evidence'] = null;
  for (const [index, hit] of hits) {
    const group = profile.groups[index];
    if (!group) continue;
    const gain = bm25Term({ weight: group.weight, frequency: hit.mass, saturation: SATURATION });
    sums[group.origin] += gain;
    if (gain > strongest) {
      strongest = gain;
      evidence = hit.evidence;
    }
  }
  const sum = sums.core + sums.related + sums.audience + 0.8 * community + TITLE_DENSITY * density(profile, title);
  return { value: sum / (sum + HALF), category: categoryOf(sums), evidence };
}

/** How much of what the words say is on topic: "Anyone know a plumber?" says little, but nothing else. 0 to 1. */
function density(profile: Profile, tokens: readonly Token[]): number {
  let on = 0;
  let all = 0.5;
  for (const { stem } of tokens) {
    const topical = (profile.terms.get(stem) ?? []).some(([index]) => {
      const group = profile.groups[index];
      return group !== undefined && group.origin !== 'audience' && group.weight >= 0.5;
    });
    if (topical) on += 1;
    all += topical ? 1 : profile.weigh(stem);
  }
  return on / all;
}

function categoryOf(sums: { core: number; related: number; audience: number }): Fit['category'] {
  if (sums.core >= 0.5) return 'core';
  if (sums.core + sums.related >= 0.35) return 'related';
  return sums.core + sums.related + sums.audience > 0 ? 'audience' : 'none';
}

function collect(
  profile: Profile,
  tokens: readonly Token[],
  field: 'title' | 'selftext',
  weight: number,
  hits: Map<number, Hit>,
): void {
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    add(profile, token.stem, token.start, token.end, field, weight, hits);
    if (next && profile.joined.has(token.stem))
      add(profile, `${token.stem}_${next.stem}`, token.start, next.end, field, weight, hits);
  });
}

function add(
  profile: Profile,
  key: string,
  start: number,
  end: number,
  field: 'title' | 'selftext',
  weight: number,
  hits: Map<number, Hit>,
): void {
  for (const [group, strength] of profile.terms.get(key) ?? []) {
    const mass = strength * weight;
    const hit = hits.get(group) ?? { mass: 0, best: 0, evidence: null };
    if (mass > hit.best) {
      hit.best = mass;
      hit.evidence = { field, start, end };
    }
    hit.mass += mass;
    hits.set(group, hit);
  }
}

/** How plainly a community's name is on topic: "Dogtraining" holds "dog" and "train". 0, 0.5 for one word, 1 for two. */
export function communityFit(profile: Profile, subreddit: string): number {
  const name = subreddit.toLowerCase();
  let left = name;
  let found = 0;
  for (const [term, targets] of profile.terms) {
    if (term.length < 3 || term.includes('_') || !left.includes(term)) continue;
    if (
      !targets.some(
        ([group]) => profile.groups[group]?.origin === 'core' && (profile.groups[group]?.weight ?? 0) >= 0.5,
      )
    )
      continue;
    found += term.length >= 3 ? 1 : 0;
    left = left.replace(term, ' ');
  }
  return Math.min(1, found / 2);
}
