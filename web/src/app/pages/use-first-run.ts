import { leadContract } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { leadPath } from '../../config/paths.ts';
import { configurationQuery } from '../../features/configuration/api/get-configuration.ts';
import type { TrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { call } from '../../lib/api-client.ts';
import { keptTexts } from '../../lib/kept-texts.ts';

/** The scan that the first run started, until its best lead was opened. A reload keeps it. */
const firstScanKey = 'first-scan';

export interface FirstRunState {
  /** `unknown` until the account's settings are loaded; `missing`: its description or its communities are missing. */
  readonly setUp: 'unknown' | 'missing' | 'done';
  /** The first run's scan has started. */
  readonly started: (jobId: string) => void;
}

/**
 * Whether the account has to be set up: it has no lead, no scan is running, and it lacks a description or a community.
 * Opens the best lead once when the scan of the first run has ended.
 */
export function useFirstRun({
  isEmpty,
  scan,
}: {
  readonly isEmpty: boolean;
  readonly scan: TrackedScan;
}): FirstRunState {
  const configuration = useQuery({ ...configurationQuery, enabled: isEmpty });
  const subreddits = useQuery(subredditsQuery);
  useBestLead(scan);
  const found = setUpOf();
  // Adding the first community by its name does not end the screen: the user may add more, and starts the scan there.
  const [stays, setStays] = useState(false);
  if (found === 'missing' && !stays) setStays(true);
  if (scan.job !== null && stays) setStays(false);
  const setUp = stays && isEmpty && scan.job === null ? 'missing' : found;
  return { setUp, started: (jobId) => keptTexts.keep(firstScanKey, jobId) };

  function setUpOf(): FirstRunState['setUp'] {
    if (!isEmpty || scan.isPending || scan.job !== null || configuration.isError || subreddits.isError) return 'done';
    if (configuration.data === undefined || subreddits.data === undefined) return 'unknown';
    const hasBusiness = configuration.data.businessDescription.trim() !== '';
    return hasBusiness && subreddits.data.some(({ isActive }) => isActive) ? 'done' : 'missing';
  }
}

function useBestLead({ last }: TrackedScan) {
  const navigate = useNavigate();
  const endedId = last?.id ?? '';
  useEffect(() => {
    if (endedId === '' || keptTexts.read(firstScanKey) !== endedId) return;
    keptTexts.keep(firstScanKey, null);
    void call(leadContract.listLeads, { query: { sortBy: 'score-high', limit: 1 } })
      .then(({ leads: [best] }) => best && navigate(leadPath(best.id), { replace: true }))
      // The list shows the leads all the same.
      .catch(() => undefined);
  }, [endedId, navigate]);
}
