import '@fontsource-variable/inter/wght.css';
import 'virtual:tokens.css';
import './components/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { createSignedOut } from './app/signed-out.ts';
import { isNotFetched } from './lib/api-error.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createToaster } from './lib/toaster.ts';
import { usage } from './lib/usage.ts';

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no #root');

const toaster = createToaster();
const router = createRouter();
const signedOut = createSignedOut({
  toaster,
  here: () => location.pathname + location.search,
  leave: (path) => void router.navigate(path, { flushSync: true }).then(() => queryClient.clear()),
});
const queryClient = createQueryClient({ toaster, onSignedOut: signedOut.report });

/** The error boundary already shows that code could not be fetched. That is a connection problem, so it is not logged. */
const onCaughtError = (error: unknown) => {
  if (!isNotFetched(error)) console.error(error);
};

createRoot(root, { onCaughtError }).render(
  <App router={router} queryClient={queryClient} toaster={toaster} signedOut={signedOut} usage={usage()} />,
);
