import { Button } from '../../components/button.tsx';
import { texts } from '../texts.ts';
import styles from './sample-label.module.css';
import { SampleNotice } from './sample-notice.tsx';
import { useRemoveSamples, useSamples } from './use-samples.ts';

/** Shows that some of the user's communities or leads are samples, and removes them once there are real leads. */
export function SampleLabel() {
  const { hasSamples, areEnoughReal } = useSamples();
  const { mutate, isPending } = useRemoveSamples();
  if (!hasSamples) return null;
  const remove = areEnoughReal && (
    <Button size="small" loading={isPending} onClick={() => mutate()}>
      {texts.sample.remove}
    </Button>
  );
  return (
    <>
      <span className={styles.beside}>{remove}</span>
      <SampleNotice remove={remove} />
    </>
  );
}
