import type { Subreddit } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { ConfigurationPanel } from '../../features/configuration/components/configuration-form.tsx';
import { configurationResource } from '../../features/configuration/resource.ts';
import { texts } from '../../features/configuration/texts.ts';
import { TestSettings } from '../../features/preview/components/test-settings.tsx';
import { latestScanQuery } from '../../features/scan/api/scan.ts';
import { triedAgain } from '../../features/scan/tried-again.ts';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import {
  type CommunityMark,
  MonitoredCommunities,
} from '../../features/communities/components/monitored-communities.tsx';
import { sourcesHealthQuery } from '../../features/sources/api/sources-health.ts';
import { healthKey } from '../../features/sources/board.ts';
import { texts as healthTexts } from '../../features/sources/texts.ts';
import { profileOf } from '../../lib/profile-texts.ts';
import { useFirstWait } from '../../lib/use-first-wait.ts';
import { MailState } from './mail-state.tsx';
import { SectionedPage } from './sectioned-page.tsx';
import { configurationSections } from './sections.ts';

/** When communities that the last scan could not read are tried again; empty if there are none. */
function useTriedAgain(communities: readonly Subreddit[]): string {
  const { data: saved } = useQuery(configurationResource.query);
  const hasProblem = communities.some(({ isActive, problem }) => isActive && problem !== null);
  const { data: job } = useQuery({ ...latestScanQuery, enabled: hasProblem });
  return hasProblem && job && saved ? triedAgain(job, saved.scanFrequency, Date.now()) : '';
}

/** Marks the communities from which no posts arrive. */
function useMarkOf(): (community: Subreddit) => CommunityMark | undefined {
  const { data, dataUpdatedAt } = useQuery(sourcesHealthQuery);
  const marks = new Map(
    data?.communities.map((health) => [
      healthKey(health),
      { badge: healthTexts.troubles[health.trouble], text: healthTexts.trouble(health, dataUpdatedAt) },
    ]),
  );
  return (community) => marks.get(healthKey(community));
}

/** Configures what Earshot looks for, where and how often, with a preview before saving. */
export function ConfigurationPage() {
  const { data: communities = [], isPending } = useQuery(communitiesQuery);
  const configuration = useQuery(configurationResource.query);
  const isWaiting = useFirstWait(isPending);
  const nextRead = useTriedAgain(communities);
  const markOf = useMarkOf();
  return (
    <SectionedPage sections={configurationSections} isReady={configuration.isSuccess && !isWaiting}>
      <title>{texts.pageTitle}</title>
      <ConfigurationPanel
        communities={<MonitoredCommunities business={configuration.data} triedAgain={nextRead} markOf={markOf} />}
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
