import { bm25Term, lengthFactor } from '@earshot/text';
import type { Profile } from './profile.ts';
import type { Evidence, Token } from './text.ts';

/** A category that the wording of a post indicates, and the position of that wording. */
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
  /** The position of the strongest words, for the quote. */
  readonly evidence: Evidence | null;
}

/** BM25F field weight: a title word counts about as much as two and a half words of the body. */
const TITLE_WEIGHT = 2.5;
/** BM25's k1: how quickly repeated words stop adding to the score. */
const SATURATION = 1.4;
/** BM25's b, and its average length in tokens. The average is fixed, so that the batch does not affect a score. */
const LENGTH_SHARE = 0.6;
const USUAL_TOKENS = 110;
/** Weight of the share of the title that is on topic, because short posts cannot repeat their words. */
const TITLE_DENSITY = 1;
/** The sum at which the fit is 0.5. */
const HALF = 1.1;

interface Hit {
  mass: number;
  best: number;
  evidence: Fit['evidence'];
}

/**
 * BM25F over groups of words instead of words. Synonyms of one family count together, so a post scores higher if it
 * covers several aspects of the offer, not if it repeats one. `community` is 0 to 1: how clearly the community's name
 * is on topic.
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

/** The weighted share of words that are on topic, 0 to 1. "Anyone know a plumber?" is short, but all of it is on topic. */
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
  const groups = profile.terms.get(key);
  if (groups === undefined) return;
  for (const [group, strength] of groups) {
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

/**
 * How clearly a community's name is on topic: 0, 0.5 for one matching word, 1 for two. "Dogtraining" contains "dog" and
 * "train".
 */
export function communityFit(profile: Profile, community: string): number {
  const name = community.toLowerCase();
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
