import { SampleNotice } from './sample-notice.tsx';
import { useSampleSource } from './use-sample-source.ts';

/** Shows that the leads are sample data from the sandbox. */
export function SampleLabel() {
  const source = useSampleSource();
  return source ? <SampleNotice source={source} /> : null;
}
