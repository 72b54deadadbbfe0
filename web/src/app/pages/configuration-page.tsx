import { useQuery } from '@tanstack/react-query';
import { ConfigurationPanel } from '../../features/configuration/components/configuration-form.tsx';
import { configurationResource } from '../../features/configuration/resource.ts';
import { texts } from '../../features/configuration/texts.ts';
import { TestSettings } from '../../features/preview/components/test-settings.tsx';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { MonitoredSubreddits } from '../../features/subreddits/components/monitored-subreddits.tsx';
import { profileOf } from '../../lib/profile-texts.ts';
import { useFirstWait } from '../../lib/use-first-wait.ts';
import { MailState } from './mail-state.tsx';
import { SectionedPage } from './sectioned-page.tsx';
import { configurationSections } from './sections.ts';

/** Configures what Earshot looks for, where and how often, with a preview before saving. */
export function ConfigurationPage() {
  const { data: communities = [], isPending } = useQuery(subredditsQuery);
  const configuration = useQuery(configurationResource.query);
  const isWaiting = useFirstWait(isPending);
  return (
    <SectionedPage sections={configurationSections} isReady={configuration.isSuccess && !isWaiting}>
      <title>{texts.pageTitle}</title>
      <ConfigurationPanel
        communities={<MonitoredSubreddits />}
        mailState={<MailState />}
        isWaiting={isWaiting}
        test={(values) => {
          const { businessDescription, searchStrategy } = values;
          const settings = { businessDescription, searchStrategy, ...profileOf(values) };
          return <TestSettings settings={settings} communities={communities} />;
        }}
      />
    </SectionedPage>
  );
}
