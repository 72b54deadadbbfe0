/** @jest-environment jsdom */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

type CreateHtml = (text: string) => string | null;
interface Policies {
  createPolicy(name: string, rules: { createHTML: CreateHtml }): void;
}
declare global {
  var trustedTypes: Policies;
}

/** The policies that the script created, by name. */
const policies = new Map<string, CreateHtml>();

/** jsdom has no trusted types, so the setter asks the default policy in their place, as browsers do. Returns the way back. */
function enforceDefaultPolicy(): () => void {
  const found = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
  if (found?.set === undefined) throw new Error('there is no innerHTML');
  const { set } = found;
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...found,
    set(this: Element, text: string) {
      const trusted = policies.get('default')?.(text) ?? null;
      if (trusted === null) throw new TypeError('this document requires TrustedHTML');
      set.call(this, trusted);
    },
  });
  return () => void Object.defineProperty(Element.prototype, 'innerHTML', found);
}

let restore: () => void;

beforeAll(() => {
  globalThis.trustedTypes = { createPolicy: (name, { createHTML }) => void policies.set(name, createHTML) };
  restore = enforceDefaultPolicy();
  window.matchMedia = (media) => Object.assign(new EventTarget(), mediaFacts, { media });
  const script = document.createElement('script');
  script.textContent = readFileSync(new URL('../public/boot.js', import.meta.url), 'utf8');
  document.head.append(script);
});
// Testing Library empties the document at the end.
afterAll(() => restore());

const ignore = () => undefined;
const mediaFacts = { matches: false, onchange: null, addListener: ignore, removeListener: ignore };

function write(element: Element, text: string) {
  element.innerHTML = text;
  return element.textContent;
}

describe('the only policy of trusted types', () => {
  it('is the default one', () => {
    expect([...policies.keys()]).toEqual(['default']);
  });

  it('refuses to turn text into markup, also after a style was written', () => {
    expect(write(document.createElement('style'), 'p { color: red }')).toBe('p { color: red }');
    expect(() => write(document.createElement('div'), '<img src=x onerror=alert(1)>')).toThrow('TrustedHTML');
  });

  it('takes text for the tooltips of charts on their pages only', () => {
    history.replaceState(null, '', '/dashboard/analytics');
    expect(write(document.createElement('div'), '<b>three</b>')).toBe('three');
    history.replaceState(null, '', '/dashboard/analytics/more');
    expect(() => write(document.createElement('div'), '<b>three</b>')).toThrow('TrustedHTML');
  });
});
