import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { PageError } from '../components/page-error.tsx';
import { paths } from '../config/paths.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { Root } from './root.tsx';

const toLeads = <Navigate to={paths.leads} replace />;

/** Pages that need no session. */
const publicPages: RouteObject[] = [
  { path: paths.auth, lazy: async () => ({ Component: (await import('./pages/auth-page.tsx')).AuthPage }) },
  {
    path: paths.authPassword,
    lazy: async () => ({ Component: (await import('./pages/account-password-page.tsx')).AccountPasswordPage }),
  },
  {
    path: paths.forgotPassword,
    lazy: async () => ({ Component: (await import('./pages/forgot-password-page.tsx')).ForgotPasswordPage }),
  },
  {
    path: paths.resetPassword,
    lazy: async () => ({ Component: (await import('./pages/reset-password-page.tsx')).ResetPasswordPage }),
  },
  {
    path: paths.verifyEmail,
    lazy: async () => ({ Component: (await import('./pages/verify-email-page.tsx')).VerifyEmailPage }),
  },
  {
    path: paths.confirmAddress,
    lazy: async () => ({ Component: (await import('./pages/confirm-address-page.tsx')).ConfirmAddressPage }),
  },
  {
    path: paths.firstAdmin,
    lazy: async () => ({ Component: (await import('./pages/first-admin-page.tsx')).FirstAdminPage }),
  },
  {
    path: paths.unsubscribe,
    lazy: async () => ({ Component: (await import('./pages/unsubscribe-page.tsx')).UnsubscribePage }),
  },
  {
    path: paths.devAccess,
    lazy: async () => ({ Component: (await import('./pages/dev-access-page.tsx')).DevAccessPage }),
  },
];

/** Pages inside the dashboard's shell. */
const dashboardPages: RouteObject[] = [
  { index: true, element: toLeads },
  { path: 'leads', lazy: async () => ({ Component: (await import('./pages/leads-page.tsx')).LeadsPage }) },
  {
    path: 'configuration',
    lazy: async () => ({ Component: (await import('./pages/configuration-page.tsx')).ConfigurationPage }),
  },
  { path: 'messages', lazy: async () => ({ Component: (await import('./pages/messages-page.tsx')).MessagesPage }) },
  { path: 'analytics', lazy: async () => ({ Component: (await import('./pages/analytics-page.tsx')).AnalyticsPage }) },
  { path: 'settings', lazy: async () => ({ Component: (await import('./pages/settings-page.tsx')).SettingsPage }) },
  { path: 'billing', lazy: async () => ({ Component: (await import('./pages/billing-page.tsx')).BillingPage }) },
  { path: '*', element: toLeads },
];

/** Pages for administrators, inside the same shell. */
const adminPages: RouteObject[] = [
  {
    path: paths.adminAnalytics,
    lazy: async () => ({ Component: (await import('./pages/admin-analytics-page.tsx')).AdminAnalyticsPage }),
  },
];

/** Every route of the app. A page's code is loaded when it is first opened. The build generates the gateway's page list from it. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    hydrateFallbackElement: <LoadingScreen />,
    errorElement: <PageError />,
    children: [
      ...publicPages,
      {
        lazy: async () => ({ Component: (await import('./shell/dashboard.tsx')).Dashboard }),
        children: [
          {
            errorElement: <PageError />,
            children: [{ path: paths.dashboard, children: dashboardPages }, ...adminPages],
          },
        ],
      },
      { path: '*', lazy: async () => ({ Component: (await import('./pages/not-found-page.tsx')).NotFoundPage }) },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
