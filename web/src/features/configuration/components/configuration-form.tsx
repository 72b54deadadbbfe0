import type { Configuration } from '@earshot/proto/http/lead';
import { LoadError } from '../../../components/load-error.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { fullDate } from '../../../lib/format.ts';
import { type ReadyForm, useSavedForm } from '../../../lib/use-saved-form.ts';
import type { ConfigurationValues } from '../form-values.ts';
import { configurationResource } from '../resource.ts';
import { texts } from '../texts.ts';
import { BusinessCard } from './business-card.tsx';
import styles from './configuration-form.module.css';
import { DraftWordsCard } from './draft-words-card.tsx';
import { CriteriaCard, LengthsCard, ScanningCard } from './option-cards.tsx';
import { OwnTonesCard } from './own-tones-card.tsx';

interface ConfigurationPanelProps {
  /** The monitored communities, which have separate API calls. */
  readonly communities: React.ReactNode;
  /** Shown with the notification method: whether mails can arrive. */
  readonly mailState: React.ReactNode;
  /** The communities are still loading: the form would jump when they appear. */
  readonly isWaiting: boolean;
  /** Renders the control that tries the form's current settings. */
  readonly test: (values: ConfigurationValues) => React.ReactNode;
}

/** Loads the configuration, then shows its form. */
export function ConfigurationPanel({ isWaiting, ...props }: ConfigurationPanelProps) {
  const form = useSavedForm(configurationResource);
  if (form.status === 'failed') return <LoadError what={texts.what} error={form.error} onRetry={form.retry} />;
  if (form.status === 'loading' || isWaiting) return <Waiting />;
  return <ConfigurationForm form={form} {...props} />;
}

interface FormProps extends Omit<ConfigurationPanelProps, 'isWaiting'> {
  readonly form: ReadyForm<Configuration, ConfigurationValues>;
}

function ConfigurationForm({ form, communities, mailState, test }: FormProps) {
  const { saved, values, errors, set } = form;
  const part = { values, errors, onChange: set };
  return (
    <div className={styles.page}>
      <BusinessCard {...part} />
      {communities}
      <CriteriaCard {...part} />
      <ScanningCard {...part} mailState={mailState} />
      <LengthsCard {...part} />
      <DraftWordsCard {...part} />
      <OwnTonesCard {...part} />
      <SaveBar
        form={form}
        label={texts.save}
        note={
          <span>
            {texts.lastUpdated}:{' '}
            {saved.updatedAt ? <time dateTime={saved.updatedAt}>{fullDate(saved.updatedAt)}</time> : texts.never}
          </span>
        }
      >
        {test(values)}
      </SaveBar>
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.what} className={styles.page}>
      {[708, 268, 208, 184, 150, 262, 292].map((height, card) => (
        <div key={card} className={styles.waiting} style={{ height }}>
          <Skeleton width="30%" height={20} />
          <Skeleton height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
