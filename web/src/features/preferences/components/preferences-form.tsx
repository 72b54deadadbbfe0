import type { Preferences } from '@earshot/proto/http/auth';
import { LoadError } from '../../../components/load-error.tsx';
import { SaveBar } from '../../../components/save-bar.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { fullDate } from '../../../lib/format.ts';
import { type ReadyForm, useSavedForm } from '../../../lib/use-saved-form.ts';
import type { PreferencesValues } from '../form-values.ts';
import { preferencesResource } from '../resource.ts';
import { texts } from '../texts.ts';
import { LimitsCard, ModelsCard, NotificationsCard } from './preference-cards.tsx';
import styles from './preferences-form.module.css';

interface PreferencesPanelProps {
  /** Shows whether the user's address is verified. */
  readonly verification: React.ReactNode;
  /** Whether a model is connected; undefined until it is known. */
  readonly hasModel: boolean | undefined;
}

/** Models, limits and mails: loads the preferences, then shows their form. */
export function PreferencesPanel(props: PreferencesPanelProps) {
  const form = useSavedForm(preferencesResource);
  if (form.status === 'failed') return <LoadError what={texts.what} error={form.error} onRetry={form.retry} />;
  if (form.status === 'loading') return <Waiting />;
  return <PreferencesForm form={form} {...props} />;
}

interface FormProps extends PreferencesPanelProps {
  readonly form: ReadyForm<Preferences, PreferencesValues>;
}

function PreferencesForm({ form, verification, hasModel }: FormProps) {
  const { saved, values, errors, set } = form;
  const part = { values, errors, onChange: set };
  return (
    <div className={styles.form}>
      <ModelsCard {...part} hasModel={hasModel} />
      <LimitsCard {...part} />
      <NotificationsCard {...part} verification={verification} />
      <SaveBar
        form={form}
        label={texts.save}
        note={
          <span>
            {texts.lastUpdated}:{' '}
            {saved.updatedAt ? <time dateTime={saved.updatedAt}>{fullDate(saved.updatedAt)}</time> : texts.never}
          </span>
        }
      />
    </div>
  );
}

/** As tall as the form, so that the content below does not jump. */
function Waiting() {
  return (
    <SkeletonGroup label={texts.what} className={styles.waiting}>
      {[0, 1, 2].map((card) => (
        <div key={card} className={styles.waitingCard}>
          <Skeleton width="30%" height={20} />
          <Skeleton height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
