import { LoadError } from '../../../components/load-error.tsx';
import type { Loadable } from '../../../components/loaded-card.tsx';
import { StatCardsSkeleton } from '../../../components/stat-card.tsx';
import { texts } from '../texts.ts';
import { AccessDenied } from './access-denied.tsx';
import { FactorNeeded } from './factor-needed.tsx';

interface AdminGateProps {
  readonly access: Loadable<{ readonly isAdmin: boolean; readonly needsFactor?: true | undefined }>;
  readonly children: React.ReactNode;
}

/** Renders its content, which loads the figures, only after the server confirmed that the user is an administrator. */
export function AdminGate({ access: { data, error, refetch }, children }: AdminGateProps) {
  if (data?.needsFactor === true) return <FactorNeeded />;
  if (data) return data.isAdmin ? children : <AccessDenied />;
  if (error) return <LoadError what={texts.whatAccess} error={error} onRetry={() => void refetch()} />;
  return <StatCardsSkeleton label={texts.checking} />;
}
