import type { ModelTest } from '@earshot/proto/http/model-server';
import { Button } from '../../../components/button.tsx';
import { messageOf } from '../../../lib/api-error.ts';
import { count, sentence } from '../../../lib/format.ts';
import type { useTestModel } from '../api/model.ts';
import { modelTestTexts as texts } from '../model-test-texts.ts';
import styles from './model-line.module.css';

/** Names that are shown; the rest is cut off. */
const mostShown = 20;

function words({ outcome, latencyMs, missing, status }: ModelTest): string {
  const ms = count(latencyMs ?? 0);
  if (outcome === 'reached') return texts.testedModel.reached(ms);
  if (outcome === 'unknown-model') return texts.testedModel['unknown-model'](ms, missing.join(', '));
  if (outcome === 'failed' || outcome === 'no-completion') return texts.testedModel[outcome](status);
  return texts.testedModel[outcome];
}

function modelsIn({ models }: ModelTest): string {
  if (models.length === 0) return '';
  const more = models.length > mostShown ? ', ...' : '';
  return texts.modelsListed(models.slice(0, mostShown).join(', ') + more);
}

/** For administrators: tests the connected model server and shows the result. */
export function ModelTestButton({ test }: { readonly test: ReturnType<typeof useTestModel> }) {
  const { data, error, isPending, mutate } = test;
  return (
    <div className={styles.test}>
      <Button size="small" loading={isPending} onClick={() => mutate()}>
        {texts.testModel}
      </Button>
      <p className={styles.line} role="status">
        {error
          ? `${texts.testFailed} ${sentence(messageOf(error))}`
          : data && `${words(data)} ${modelsIn(data)}`.trim()}
      </p>
    </div>
  );
}
