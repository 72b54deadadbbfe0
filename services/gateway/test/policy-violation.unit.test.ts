import { describe, expect, it } from '@jest/globals';
import { violationsIn } from '../src/domain/policy-violation.ts';

describe('reports of violations', () => {
  it.each([
    [
      {
        'csp-report': {
          'violated-directive': "script-src-elem 'self'",
          'blocked-uri': 'https://evil.test/x?me@x.test',
        },
      },
      [{ directive: 'script-src-elem', blocked: 'https' }],
    ],
    [
      [
        {
          type: 'csp-violation',
          body: { effectiveDirective: 'require-trusted-types-for', blockedURL: 'trusted-types-sink' },
        },
        { type: 'deprecation', body: { id: 'x' } },
      ],
      [{ directive: 'require-trusted-types-for', blocked: 'trusted-types-sink' }],
    ],
    [
      { 'csp-report': { 'effective-directive': 'made-up', 'blocked-uri': 'secret' } },
      [{ directive: 'other', blocked: 'other' }],
    ],
    [
      Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: null })),
      Array.from({ length: 20 }, () => ({ directive: 'other', blocked: 'other' })),
    ],
    ['text', []],
    [{}, []],
  ])('keep a known directive and what kind of thing was blocked: %j', (report, violations) => {
    expect(violationsIn(report)).toEqual(violations);
  });
});
