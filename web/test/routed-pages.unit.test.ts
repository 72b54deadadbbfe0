/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { until } from '@earshot/core/testing';
import { createElement, Fragment, startTransition, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router-dom';
import { RoutedPages } from '../src/app/routed-pages.ts';

// jsdom has no `Request`. The router creates one for loaders, which its pages here do not have.
class Request {
  readonly method = 'GET';
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  constructor(url: URL | string, { signal }: { signal?: AbortSignal } = {}) {
    this.url = String(url);
    this.signal = signal;
  }
}
Object.assign(globalThis, { Request });

/** Longer than a slice of React's work, after which it yields. */
const sliceMs = 30;

it('shows a page whose code arrives between the render and the commit of its router', async () => {
  // React itself decides when it renders, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const code = Promise.withResolvers<{ Component: () => string }>();
  const router = createMemoryRouter([{ path: '/', hydrateFallbackElement: 'loading', lazy: () => code.promise }]);
  const viewed: string[] = [];
  const usage = { pageView: (path: string) => void viewed.push(path) };
  let start = () => {};
  let rendered = 0;

  /** Rendered after the router. The page's code arrives, and React yields, before the last of these is rendered. */
  function Slow() {
    rendered += 1;
    code.resolve({ Component: () => 'the page' });
    for (const end = performance.now() + sliceMs; performance.now() < end;);
    return null;
  }
  function App() {
    const [started, setStarted] = useState(false);
    start = () => startTransition(() => setStarted(true));
    if (!started) return 'start-up';
    const slow = ['a', 'b', 'c'].map((key) => createElement(Slow, { key }));
    return createElement(Fragment, null, createElement(RoutedPages, { router, usage }), slow);
  }

  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(createElement(App));
  await until('the start', () => place.textContent === 'start-up');
  start();
  await until('the page', () => place.textContent === 'the page', 30_000);
  expect(rendered).toBeGreaterThanOrEqual(3);
  expect(viewed).toEqual(['/']);
  root.unmount();
});
