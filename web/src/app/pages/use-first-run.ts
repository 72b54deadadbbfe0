import { leadContract } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { leadPath } from '../../config/paths.ts';
import { configurationQuery } from '../../features/configuration/api/configuration.ts';
import type { TrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { call } from '../../lib/api-client.ts';
import { keptTexts } from '../../lib/kept-texts.ts';
import type { ItemState } from '../../lib/list-entry.ts';

/** The scan that the first run started, until its best lead was opened. A reload keeps it. */
const firstScanKey = 'first-scan';

export interface FirstRunState {
  /** `unknown` until the account's settings are loaded; `missing`: its description or its communities are missing. */
  readonly setUp: 'unknown' | 'missing' | 'done';
  /** The first run's scan has started. */
  readonly started: (jobId: string) => void;
}

interface FirstRunOptions {
  /** The account has no lead. */
  readonly isEmpty: boolean;
  /** It is not known yet whether it has one. */
  readonly isUnknown: boolean;
  readonly scan: TrackedScan;
}

/**
 * Whether the account has to be set up: it has no lead, no scan is running, and it lacks a description or a community.
 * Opens the best lead once when the scan of the first run has ended.
 */
export function useFirstRun({ isEmpty, isUnknown, scan }: FirstRunOptions): FirstRunState {
  const configuration = useQuery({ ...configurationQuery, enabled: isEmpty });
  const communities = useQuery(communitiesQuery);
  useBestLead(scan);
  const found = setUpOf();
  // Adding the first community by its name does not end the screen: the user may add more, and starts the scan there.
  const [stays, setStays] = useState(false);
  // The scan may end before the page has seen it run, and before the list of communities is there.
  const [hasStarted, setHasStarted] = useState(false);
  if (found === 'missing' && !stays && !hasStarted) setStays(true);
  if (scan.job !== null && stays) setStays(false);
  if (found === 'done' && hasStarted) setHasStarted(false);
  const isMissing = stays && isEmpty && scan.job === null;
  const started = (jobId: string) => {
    keptTexts.keep(firstScanKey, jobId);
    setStays(false);
    setHasStarted(true);
  };
  return { setUp: hasStarted ? 'done' : isMissing ? 'missing' : found, started };

  function setUpOf(): FirstRunState['setUp'] {
    if (isUnknown) return 'unknown';
    if (!isEmpty || scan.isPending || scan.job !== null || configuration.isError || communities.isError) return 'done';
    if (configuration.data === undefined || communities.data === undefined) return 'unknown';
    const hasBusiness = configuration.data.businessDescription.trim() !== '';
    return hasBusiness && communities.data.some(({ isActive }) => isActive) ? 'done' : 'missing';
  }
}

function useBestLead({ last }: TrackedScan) {
  const navigate = useNavigate();
  const { key } = useLocation();
  const endedId = last?.id ?? '';
  useEffect(() => {
    if (endedId === '' || keptTexts.read(firstScanKey) !== endedId) return;
    keptTexts.keep(firstScanKey, null);
    void call(leadContract.listLeads, { query: { sortBy: 'score-high', limit: 1 } })
      .then(({ leads: [best] }) => best && navigate(leadPath(best.id), { state: { list: key } satisfies ItemState }))
      // The list shows the leads all the same.
      .catch(() => undefined);
  }, [endedId, navigate, key]);
}
