import { useQuery } from '@tanstack/react-query';
import { paths } from '../../config/paths.ts';
import { AddressCard } from '../../features/account/components/address-card.tsx';
import { DeleteCard } from '../../features/account/components/delete-card.tsx';
import { EmailVerification } from '../../features/account/components/email-verification.tsx';
import { ExportCard } from '../../features/account/components/export-card.tsx';
import { FactorsCard } from '../../features/account/components/factors-card.tsx';
import { PasswordCard } from '../../features/account/components/password-card.tsx';
import { ProviderCard } from '../../features/account/components/provider-card.tsx';
import { SessionsCard } from '../../features/account/components/sessions-card.tsx';
import { checkAdminQuery, currentUserQuery } from '../../features/auth/api/current-user.ts';
import { LearningCard } from '../../features/learning/components/learning-card.tsx';
import { LinkedAccounts } from '../../features/outreach/components/linked-accounts.tsx';
import { PreferencesPanel } from '../../features/preferences/components/preferences-form.tsx';
import { modelUsageQuery } from '../../features/scan/api/model.ts';
import { OwnEventsCard } from '../../features/security/components/own-events-card.tsx';
import { SourcesCard } from '../../features/sources/components/sources-card.tsx';
import { useSignedOut } from '../signed-out.ts';
import { ModelSection } from './model-section.tsx';
import { SectionedPage } from './sectioned-page.tsx';
import styles from './sectioned-page.module.css';
import { settingsSections } from './sections.ts';

/** Preferences, linked accounts and the account; each section has an anchor. */
export function SettingsPage() {
  const signedOut = useSignedOut();
  const { data: user } = useQuery({
    ...currentUserQuery,
    // The verification link opens in another tab; returning to this one shows the result.
    refetchOnWindowFocus: ({ state }) => (state.data?.isEmailVerified === false ? 'always' : false),
  });
  const { data: access } = useQuery({ ...checkAdminQuery, enabled: user?.isAdmin ?? false });
  const { data: model } = useQuery(modelUsageQuery);
  if (!user) return null;
  return (
    <SectionedPage sections={settingsSections} isReady>
      <title>{'Settings · Earshot'}</title>
      <div id="preferences" className={styles.section}>
        <PreferencesPanel
          verification={<EmailVerification email={user.email} isVerified={user.isEmailVerified} />}
          hasModel={model?.configured}
        />
      </div>
      <div id="sources" className={styles.section}>
        <SourcesCard isAdmin={user.isAdmin} />
      </div>
      <div id="model" className={styles.section}>
        <ModelSection isAdmin={user.isAdmin} />
      </div>
      <div id="linked-accounts" className={styles.section}>
        <LinkedAccounts />
      </div>
      <div id="learning" className={styles.section}>
        <LearningCard />
      </div>
      <div id="account" className={styles.section}>
        <AddressCard email={user.email} />
        <PasswordCard user={user} />
        <FactorsCard isRequired={access?.needsFactor ?? false} />
        <ProviderCard hasPassword={user.authProvider === 'email'} />
        <SessionsCard />
        <OwnEventsCard />
        <ExportCard />
        <DeleteCard email={user.email} expectEnd={signedOut.expect} onDeleted={() => location.assign(paths.home)} />
      </div>
    </SectionedPage>
  );
}
