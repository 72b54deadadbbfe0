import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { Icon } from '../../components/icon.tsx';
import { paths, returnPath } from '../../config/paths.ts';
import { providersQuery } from '../../features/auth/api/sign-in.ts';
import type { AuthMode } from '../../features/auth/check-form.ts';
import { AuthForm } from '../../features/auth/components/auth-form.tsx';
import { PasskeyButton } from '../../features/auth/components/passkey-button.tsx';
import { ProviderButtons } from '../../features/auth/components/provider-buttons.tsx';
import { loginProblem } from '../../features/auth/login-problem.ts';
import { texts } from '../../features/auth/texts.ts';
import { LoadingScreen } from '../loading-screen.tsx';
import { useVisitor } from '../use-visitor.ts';
import styles from './auth-page.module.css';

/** Loads for accounts with a second factor only. */
const SecondStepForm = lazy(() =>
  import('../../features/auth/components/second-step-form.tsx').then((module) => ({ default: module.SecondStepForm })),
);

const longestWaitMs = 1500;

/** False while the list of providers is loading: their buttons are above the form and would push it down. */
function useProvidersKnown(): boolean {
  const { isPending } = useQuery(providersQuery);
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), longestWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return !isPending || waited;
}

/** Login and registration. A user who is already signed in is redirected at once. */
export function AuthPage() {
  const [search] = useSearchParams();
  const [mode, setMode] = useState<AuthMode>(search.get('mode') === 'register' ? 'register' : 'login');
  // A sign-in at the provider leads here for the second step.
  const [isSecondStep, setSecondStep] = useState(search.get('step') === 'factor');
  const navigate = useNavigate();
  const target = returnPath(search, location.origin);
  const visitor = useVisitor();
  const providersKnown = useProvidersKnown();
  if (visitor === 'signed-in') return <Navigate to={target} replace />;
  if (visitor === 'asking' || !providersKnown) return <LoadingScreen />;
  const words = isSecondStep ? texts.step : texts[mode];
  const onSignedIn = () => void navigate(target, { replace: true });
  return (
    <div className={styles.page}>
      <title>{words.pageTitle}</title>
      <main className={styles.side}>
        <div className={styles.brand}>
          <BrandMark size={28} />
          Earshot
        </div>
        <div className={styles.box}>
          <h1 className={styles.heading}>{words.heading}</h1>
          {isSecondStep ? (
            <Suspense>
              <SecondStepForm onSignedIn={onSignedIn} onExpired={() => setSecondStep(false)} />
            </Suspense>
          ) : (
            <FirstStep
              mode={mode}
              onMode={setMode}
              target={target}
              onSignedIn={onSignedIn}
              onSecondStep={() => setSecondStep(true)}
            />
          )}
        </div>
      </main>
      <Pitch />
    </div>
  );
}

interface FirstStepProps {
  readonly mode: AuthMode;
  readonly onMode: (mode: AuthMode) => void;
  readonly target: string;
  readonly onSignedIn: () => void;
  readonly onSecondStep: () => void;
}

function FirstStep({ mode, onMode, target, onSignedIn, onSecondStep }: FirstStepProps) {
  const [search] = useSearchParams();
  const problem = loginProblem(search);
  const words = texts[mode];
  return (
    <>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <ProviderButtons returnTo={target} />
      <AuthForm key={mode} mode={mode} onSignedIn={onSignedIn} onSecondStep={onSecondStep} />
      {mode === 'login' && <PasskeyButton onSignedIn={onSignedIn} />}
      {mode === 'login' && (
        <p className={styles.other}>
          <Link to={paths.forgotPassword}>{texts.forgotLink}</Link>
        </p>
      )}
      <p className={styles.other}>
        {words.question}{' '}
        <button type="button" className={styles.switch} onClick={() => onMode(mode === 'login' ? 'register' : 'login')}>
          {words.other}
        </button>
      </p>
    </>
  );
}

function Pitch() {
  return (
    <aside className={styles.pitch} aria-label="About Earshot">
      <div className={styles.art}>
        <BrandMark size={560} />
      </div>
      <div className={styles.words}>
        <h2 className={styles.claim}>{texts.pitch}</h2>
        <p className={styles.detail}>{texts.pitchDetail}</p>
        <ul className={styles.points}>
          {texts.points.map((point) => (
            <li key={point}>
              <Icon name="check" />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
