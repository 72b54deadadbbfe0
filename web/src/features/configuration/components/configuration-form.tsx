import type { Configuration } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { fieldErrors, without } from '../../../lib/api-error.ts';
import { fullDate } from '../../../lib/format.ts';
import { configurationQuery } from '../api/get-configuration.ts';
import { useSaveConfiguration } from '../api/save-configuration.ts';
import { type ConfigurationValues, valuesOf } from '../form-values.ts';
import { texts } from '../texts.ts';
import { BusinessCard } from './business-card.tsx';
import styles from './configuration-form.module.css';
import { CriteriaCard, LengthsCard, ScanningCard } from './option-cards.tsx';

const formId = 'configuration';

interface ConfigurationPanelProps {
  /** The monitored communities, which have calls of their own. */
  readonly communities: React.ReactNode;
}

/** The whole configuration: loads it, then shows its form. */
export function ConfigurationPanel({ communities }: ConfigurationPanelProps) {
  const { data, error, refetch } = useQuery(configurationQuery);
  if (error && !data) return <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <ConfigurationForm saved={data} communities={communities} />;
}

interface FormProps extends ConfigurationPanelProps {
  readonly saved: Configuration;
}

function ConfigurationForm({ saved, communities }: FormProps) {
  const [values, setValues] = useState(() => valuesOf(saved));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const save = useSaveConfiguration();
  const set = (change: Partial<ConfigurationValues>) => {
    setValues({ ...values, ...change });
    setErrors(without(errors, ...Object.keys(change)));
  };
  const part = { values, errors, onChange: set };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(values, {
      onSuccess: () => setErrors({}),
      onError: (error) => setErrors(fieldErrors(error)),
    });
  };
  return (
    <div className={styles.page}>
      <form id={formId} onSubmit={onSubmit} hidden />
      <BusinessCard {...part} />
      {communities}
      <CriteriaCard {...part} />
      <ScanningCard {...part} />
      <LengthsCard {...part} />
      <div className={styles.bar}>
        <p className={styles.updated}>
          {texts.lastUpdated}:{' '}
          {saved.updatedAt ? <time dateTime={saved.updatedAt}>{fullDate(saved.updatedAt)}</time> : texts.never}
        </p>
        <Button type="primary" htmlType="submit" form={formId} loading={save.isPending}>
          {save.isPending ? texts.saving : texts.save}
        </Button>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.what} className={styles.page}>
      {[260, 200, 140, 140].map((height, card) => (
        <div key={card} className={styles.waiting} style={{ height }}>
          <Skeleton width="30%" height={20} />
          <Skeleton height={14} />
          <Skeleton width="70%" height={14} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
