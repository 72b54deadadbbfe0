import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import type { DataRouter } from 'react-router-dom';
import { TipProvider } from '../components/tip.tsx';
import { ToastRegion } from '../components/toast-region.tsx';
import type { Toaster } from '../lib/toaster.ts';
import type { Usage } from '../lib/usage.ts';
import { ToasterContext } from '../lib/toaster-context.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { RoutedPages } from './routed-pages.ts';
import { type SignedOut, SignedOutContext } from './signed-out.ts';
import { firstPaintMs, startUpDelay } from './start-up-delay.ts';
import { ThemeProvider } from './theme-provider.tsx';

export interface AppProps {
  readonly router: DataRouter;
  readonly queryClient: QueryClient;
  readonly toaster: Toaster;
  readonly signedOut: SignedOut;
  readonly usage: Usage;
}

/**
 * Shows the start-up screen briefly, in place of the same one in the document. The landing page is a separate document and
 * does not have it.
 */
function useStartedUp(): boolean {
  const [started, setStarted] = useState(false);
  useEffect(() => {
    const delayMs = startUpDelay(performance.now(), firstPaintMs());
    const timer = setTimeout(() => startTransition(() => setStarted(true)), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return started;
}

export function App({ router, queryClient, toaster, signedOut, usage }: AppProps) {
  const started = useStartedUp();
  return (
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <ToasterContext value={toaster}>
          <SignedOutContext value={signedOut}>
            <TipProvider>
              {started ? <RoutedPages router={router} usage={usage} /> : <LoadingScreen />}
              <ToastRegion />
            </TipProvider>
          </SignedOutContext>
        </ToasterContext>
      </QueryClientProvider>
    </ThemeProvider>
  );
}
