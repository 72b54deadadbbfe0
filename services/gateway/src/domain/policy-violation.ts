import { policyDirectives } from '@earshot/proto/metrics';
import { z } from 'zod';

/** A reported violation without its content: reports contain addresses and parts of pages. */
export interface PolicyViolation {
  readonly directive: (typeof policyDirectives)[number];
  /** The scheme of the blocked address, or what was blocked. */
  readonly blocked: string;
}

const former = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
});
const current = z.array(
  z.object({
    type: z.string(),
    body: z.object({ effectiveDirective: z.string().optional(), blockedURL: z.string().optional() }).nullish(),
  }),
);

/** Violations that one report can count. */
const mostInReport = 20;

const blockedKinds = ['https', 'http', 'data', 'blob', 'inline', 'eval', 'trusted-types-sink', 'trusted-types-policy'];

/** The violations in a report of either format. Anything else is empty, because anybody can send a report. */
export function violationsIn(report: unknown): readonly PolicyViolation[] {
  const one = former.safeParse(report);
  if (one.success) {
    const { 'effective-directive': effective, 'violated-directive': violated } = one.data['csp-report'];
    return [violation(effective ?? violated, one.data['csp-report']['blocked-uri'])];
  }
  const several = current.safeParse(report);
  if (!several.success) return [];
  return several.data
    .filter(({ type }) => type === 'csp-violation')
    .slice(0, mostInReport)
    .map(({ body }) => violation(body?.effectiveDirective, body?.blockedURL));
}

function violation(directive = '', blocked = ''): PolicyViolation {
  const [name] = directive.split(' ');
  const [kind = ''] = blocked.split(':');
  return {
    directive: policyDirectives.find((known) => known === name) ?? 'other',
    blocked: blockedKinds.find((known) => known === kind) ?? 'other',
  };
}
