import type { Platform } from '@earshot/service-kit';
import express, { type Express } from 'express';
import { violationsIn } from '../domain/policy-violation.ts';
import type { NetworkLimit } from './network-limit.ts';

/** Where browsers report violations of the Content-Security-Policy. */
export const policyReportsPath = '/csp-reports';

const parse = express.json({ type: ['application/csp-report', 'application/reports+json'], limit: '16kb' });

interface Options {
  readonly platform: Pick<Platform, 'meters' | 'log'>;
  readonly network: NetworkLimit;
}

/** Counts reported violations. Browsers send reports without a session, so only the network is limited. */
export function mountPolicyReports(app: Express, { platform: { meters, log }, network }: Options): void {
  const counter = meters.counter('policyViolations');
  app.post(policyReportsPath, network.pages, parse, (req, res) => {
    for (const { directive, blocked } of violationsIn(req.body)) {
      counter.add({ directive });
      log.warn({ directive, blocked }, 'a browser reported a violation of the Content-Security-Policy');
    }
    res.status(204).end();
  });
}
