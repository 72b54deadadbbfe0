import { SampleNotice } from './sample-notice.tsx';
import { useHasSamples } from './use-has-samples.ts';

/** Shows that some of the user's communities or leads are samples. */
export function SampleLabel() {
  return useHasSamples() ? <SampleNotice /> : null;
}
