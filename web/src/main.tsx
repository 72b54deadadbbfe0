import '@fontsource-variable/inter/wght.css';
import 'virtual:tokens.css';
import './app/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { createSignedOut } from './app/signed-out.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createToaster } from './lib/toaster.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const toaster = createToaster();
const router = createRouter();
const signedOut = createSignedOut({
  toaster,
  here: () => location.pathname + location.search,
  leave: (path) => void router.navigate(path, { flushSync: true }).then(() => queryClient.clear()),
});
const queryClient = createQueryClient(signedOut.report);

createRoot(root).render(
  <App router={router} queryClient={queryClient} toaster={toaster} signedOut={signedOut} nonce={nonce} />,
);
