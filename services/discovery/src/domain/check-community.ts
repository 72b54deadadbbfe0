import { closedCommunityErrors, newestPosts, type Source, type Sources } from '@earshot/sources';
import { AppError, appError } from '@earshot/core';
import { type Community, hasCatalogue } from './catalogue/community.ts';
import { neverSuggested } from './never-suggested.ts';

/** Shorter than the caller's own 3 s, so that the names that were found by then still arrive. */
const deadlineMs = 2_700;
/** A page and the feeds that it names are asked one after the other. Shorter than the 10 s of a call between services. */
const findingMs = 9_000;
const mostNear = 3;
/** Catalogue names that differ more are other names, not typing errors. */
const mostEdits = 3;

export interface CheckDeps {
  readonly sources: Pick<Sources, 'get'>;
  readonly communities: readonly Community[];
}

/** `exists` is null if the source did not answer. `near`: existing names like one that does not exist, the nearest first. */
export interface CheckedCommunity {
  readonly exists: boolean | null;
  /** The final name, where the site decides what the typed one means. */
  readonly name?: string;
  readonly near: string[];
}

/**
 * Checks at its source whether a community exists. Sources that are not searched by words have a fixed set of
 * communities and searches, which all exist; nothing is requested from them. Throws source.unknown, and the errors of a
 * site that decides what a name means.
 */
export async function checkCommunity(
  { source: id, name }: { readonly source: string; readonly name: string },
  { sources, communities }: CheckDeps,
  leaving: AbortSignal,
): Promise<CheckedCommunity> {
  const source = sources.get(id);
  const { findCommunity } = source.read;
  if (findCommunity !== undefined) return findAt(findCommunity, name, leaving);
  if (!source.definition.community.searches) return { exists: true, near: [] };
  const signal = AbortSignal.any([leaving, AbortSignal.timeout(deadlineMs)]);
  const exists = await existsAt(source, name, signal);
  if (exists !== false) return { exists, near: [] };
  const known = hasCatalogue(id) ? communities.map((community) => community.name) : [];
  return { exists, near: await nearNames(source, name, known, signal) };
}

async function findAt(
  find: NonNullable<Source['read']['findCommunity']>,
  name: string,
  leaving: AbortSignal,
): Promise<CheckedCommunity> {
  const late = AbortSignal.timeout(findingMs);
  try {
    return { exists: true, name: await find(name, AbortSignal.any([leaving, late])), near: [] };
  } catch (error) {
    if (error instanceof AppError && error.code === 'source.not-found') return { exists: false, near: [] };
    if (late.aborted && !(error instanceof AppError)) throw appError('source.unavailable', {}, error);
    throw error;
  }
}

async function existsAt({ read }: Pick<Source, 'read'>, name: string, signal: AbortSignal): Promise<boolean | null> {
  try {
    await newestPosts(read, { community: name, limit: 1 }, signal);
    return true;
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === 'source.not-found') return false;
      return closedCommunityErrors.includes(error.code) ? true : null;
    }
    if (signal.aborted) return null;
    throw error;
  }
}

/** Names of the catalogue that look like a typing error of `name`, then what the source's search finds. */
async function nearNames(
  source: Pick<Source, 'read'>,
  name: string,
  known: readonly string[],
  signal: AbortSignal,
): Promise<string[]> {
  const alike = known
    .map((other) => ({ other, edits: editsBetween(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ edits, other }) => edits <= Math.min(mostEdits, Math.floor(other.length / 3)))
    .sort((a, b) => a.edits - b.edits || a.other.localeCompare(b.other))
    .slice(0, mostNear)
    .map(({ other }) => other);
  const [checked, searched] = await Promise.all([
    Promise.all(alike.map(async (other) => ((await existsAt(source, other, signal)) === true ? [other] : []))),
    search(source, name, signal),
  ]);
  const near = new Map([...checked.flat(), ...searched].map((one) => [one.toLowerCase(), one]));
  return [...near.values()].filter((one) => !neverSuggested(one)).slice(0, mostNear);
}

async function search({ read }: Pick<Source, 'read'>, name: string, signal: AbortSignal): Promise<string[]> {
  try {
    const words = name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
    const found = (await read.searchCommunities?.(words, mostNear, signal)) ?? [];
    return found.filter(({ isNsfw }) => !isNsfw).map((about) => about.name);
  } catch (error) {
    if (error instanceof AppError || signal.aborted) return [];
    throw error;
  }
}

/** The Levenshtein distance: characters to insert, delete or replace. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
