import type { Plugin } from 'vite';

const contracts = /\/proto\/http\/[\w-]+\.ts$/;
const summary = /\bsummary:\s*(['"`])(?:(?!\1).)*\1/gs;

/** Empties the summaries of the HTTP contracts: only the description of the API shows them. */
export function withoutSummaries(): Plugin {
  return {
    name: 'earshot-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => (contracts.test(id) ? code.replace(summary, "summary: ''") : undefined),
  };
}
