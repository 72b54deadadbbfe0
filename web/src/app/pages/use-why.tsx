import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { LazyDialog } from '../../components/lazy-dialog.tsx';
import { onDemandPart } from '../../components/on-demand-part.tsx';
import { configurationQuery } from '../../features/configuration/api/configuration.ts';
import { preferencesQuery } from '../../features/preferences/api/preferences.ts';
import type { TrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { whyTitle } from '../../features/scan/why-title.ts';

const WhyDialog = onDemandPart(async () => (await import('../../features/scan/components/why-dialog.tsx')).WhyDialog);

/** The dialog that shows where the posts of the scan went, and the function that opens it. */
export function useWhy({ job, last }: TrackedScan) {
  const [isOpen, setIsOpen] = useState(false);
  const preferences = useQuery({ ...preferencesQuery, enabled: isOpen });
  const configuration = useQuery({ ...configurationQuery, enabled: isOpen });
  const frequency = configuration.data?.scanFrequency;
  const model = preferences.data?.leadScoringModel;
  const close = () => setIsOpen(false);
  const scan = job ?? last;
  return {
    ask: useCallback(() => setIsOpen(true), []),
    dialog: scan && (
      <LazyDialog open={isOpen} onClose={close} title={whyTitle(scan)}>
        <WhyDialog open={isOpen} job={scan} model={model} frequency={frequency} onClose={close} />
      </LazyDialog>
    ),
  };
}
