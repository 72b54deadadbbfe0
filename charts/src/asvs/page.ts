import type { Generated } from '../generated.ts';
import { type Chapter, readChapters, type Requirement } from './chapters.ts';

const introduction = `# ASVS 5.0

<!-- Written by \`npm run chart\` from docs/security/asvs/*.json. -->

This page lists the requirements of levels 1 and 2 of the
[OWASP Application Security Verification Standard 5.0.0](https://github.com/OWASP/ASVS/tree/v5.0.0_release/5.0) (CC BY-SA 4.0)
by their ids. The titles are our own short names; read the standard for its text.

- **met**: the named tests prove it. A test is named by its file, \`>\` and its title. Requirements that ask for a document
  name its section.
- **not applicable**: Earshot lacks the feature that the requirement is about.
- **not met**: the row gives the reason.

A unit test checks that every named test and section exists, and that at least 95 % of the applicable requirements are met.

## Summary

`;

const subjects: Readonly<Record<string, string>> = {
  V1: 'Encoding and injection',
  V2: 'Validation and business rules',
  V3: 'Browsers',
  V4: 'HTTP calls and WebSocket',
  V5: 'Files',
  V6: 'Sign-in',
  V7: 'Sessions',
  V8: 'Access rights',
  V9: 'Signed tokens',
  V10: 'OAuth and OpenID Connect',
  V11: 'Cryptography',
  V12: 'Transport',
  V13: 'Configuration',
  V14: 'Data protection',
  V15: 'Code and architecture',
  V16: 'Logs and errors',
  V17: 'WebRTC',
};

/** The table of all requirements, with the share that is met. */
export async function asvsFile(): Promise<Generated> {
  const chapters = await readChapters();
  const all = { id: 'All', requirements: chapters.flatMap(({ requirements }) => requirements) };
  const summary = table(
    ['Chapter', 'Requirements', 'Met', 'Not met', 'Not applicable', 'Met of applicable'],
    [...chapters, all].map(summaryRow),
  );
  const sections = chapters.map(
    ({ id, requirements }) =>
      `## ${nameOf(id)}\n\n${table(['Id', 'Level', 'Requirement', 'State', 'Proof or reason'], requirements.map(row))}\n`,
  );
  return { path: '../docs/security/asvs.md', text: `${introduction}${summary}\n\n${sections.join('\n')}` };
}

/** The share of the applicable requirements that is met, from 0 to 1. */
export function shareMet(requirements: readonly Requirement[]): number {
  const met = count(requirements, 'met');
  const applicable = met + count(requirements, 'not-met');
  return applicable === 0 ? 1 : met / applicable;
}

function nameOf(chapter: string): string {
  return [chapter, subjects[chapter]].join(' ').trim();
}

function count(requirements: readonly Requirement[], status: Requirement['status']): number {
  return requirements.filter((requirement) => requirement.status === status).length;
}

function summaryRow({ id, requirements }: Chapter): readonly string[] {
  const counts = [
    requirements.length,
    ...(['met', 'not-met', 'not-applicable'] as const).map((state) => count(requirements, state)),
  ];
  return [nameOf(id), ...counts.map(String), `${(100 * shareMet(requirements)).toFixed(1)} %`];
}

function row(requirement: Requirement): readonly string[] {
  const { id, level, title, status } = requirement;
  const proofs = status === 'met' ? [...requirement.tests, ...requirement.sections].map(code) : [requirement.reason];
  return [id, String(level), title, status.replace('-', ' '), proofs.join('<br>')];
}

/** Titles of tests may contain one backtick. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
