import { expect, it } from '@jest/globals';
import * as corpora from '@earshot/testing/corpora';

/** The lists of each category. Suites of the services and of the product send every payload of them. */
const categories: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'NoSQL operators': [corpora.nosqlValues, corpora.nosqlTexts, corpora.nosqlQueries, corpora.nosqlIds],
  'prototype pollution': [corpora.prototypeBodies, corpora.prototypeQueries],
  'path traversal': [corpora.pathTargets, corpora.archiveNames],
  SSRF: [corpora.addressCommunities, corpora.addressPosts, corpora.addressReturns],
  CSV: [corpora.csvCells],
  'header injection': [corpora.headerTexts, corpora.headerAddresses],
  HTML: [corpora.markupTexts, corpora.markupLinks],
  'Host and Origin': [corpora.refusedHosts, corpora.refusedOrigins],
};

it.each(Object.entries(categories))('%s has at least 20 payloads, and none twice in a list', (_name, lists) => {
  const different = lists.map((list) => new Set(list.map((payload) => JSON.stringify(payload))).size);
  expect(different).toEqual(lists.map(({ length }) => length));
  expect(lists.flat().length).toBeGreaterThanOrEqual(20);
});

it('there are at least 200 payloads and 60 injection posts', () => {
  expect(Object.values(categories).flat(2).length).toBeGreaterThanOrEqual(200);
  const texts = corpora.injections.map(({ post }) => `${post.title}\n${post.selftext}`);
  expect(new Set(texts).size).toBeGreaterThanOrEqual(60);
});
