import type { Factors } from '@earshot/proto/http/auth-own-factors';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { factorsQuery } from '../api/factors.ts';
import { factorTexts as texts } from '../factor-texts.ts';
import styles from './account.module.css';
import { AppRow } from './app-row.tsx';
import { PasskeyRows } from './passkey-rows.tsx';
import { CodesDialog, RecoveryRow } from './recovery-row.tsx';

/** Second factors: the authenticator app, passkeys and recovery codes. */
export function FactorsCard({ isRequired }: { readonly isRequired: boolean }) {
  const { data, error, refetch } = useQuery(factorsQuery);
  return (
    <Card id="two-step" title={texts.title} help={texts.help}>
      {isRequired && (
        <div className={styles.warning}>
          <p>{texts.required}</p>
        </div>
      )}
      {data && <Methods factors={data} />}
      {error && !data && <LoadError what={texts.what} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonGroup label={texts.what} className={styles.row}>
          <Skeleton width="40%" />
        </SkeletonGroup>
      )}
    </Card>
  );
}

function Methods({ factors }: { readonly factors: Factors }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasFactor = factors.totp || factors.passkeys.length > 0;
  return (
    <div className={styles.sessions}>
      <AppRow isOn={factors.totp} onCodes={setCodes} />
      <PasskeyRows passkeys={factors.passkeys} isOffered={factors.passkeysWork} onCodes={setCodes} />
      {hasFactor && <RecoveryRow left={factors.recoveryCodesLeft} onCodes={setCodes} />}
      <CodesDialog codes={codes} onClose={() => setCodes(null)} />
    </div>
  );
}
