import { sampledSource } from '@earshot/proto/values';
import { leadContract } from '@earshot/proto/http/lead';
import { scanContract } from '@earshot/proto/http/scan';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changeConfiguration, configurationQuery } from '../../features/configuration/api/configuration.ts';
import { CommunitiesStep } from '../../features/first-run/components/communities-step.tsx';
import { DescribeStep } from '../../features/first-run/components/describe-step.tsx';
import styles from '../../features/first-run/components/first-run.module.css';
import { Steps } from '../../features/first-run/components/steps.tsx';
import { texts } from '../../features/first-run/texts.ts';
import { latestScanQuery } from '../../features/scan/api/scan.ts';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { AddByName } from '../../features/communities/components/add-by-name.tsx';
import { texts as communityTexts } from '../../features/communities/texts.ts';
import { Reconnecting } from '../../components/reconnecting.tsx';
import { SourceChoice } from '../../components/source-choice.tsx';
import { call } from '../../lib/api-client.ts';
import { isSignedOut, messageOf } from '../../lib/api-error.ts';
import type { CommunityView } from '../../lib/community.ts';
import { profileOf, type ProfileTexts, profileTexts } from '../../lib/profile-texts.ts';
import { sourceId, useChosenSource } from '../../lib/sources.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { focusPage } from '../focus-page.ts';
import { SampleNotice } from '../shell/sample-notice.tsx';

/** Describes the business, chooses communities and starts the first scan, on one screen. */
export function FirstRun({ onStarted }: { readonly onStarted: (jobId: string) => void }) {
  const configuration = useQuery(configurationQuery);
  const { data: watched = [] } = useQuery(communitiesQuery);
  const [isChanging, setChanging] = useState(false);
  const save = useSaveBusiness(() => setChanging(false));
  const start = useStartWatching(onStarted);
  const { sources, source, choose } = useChosenSource();
  const saved = configuration.data;
  const description = saved?.businessDescription.trim() ?? '';
  const hasOnlySamples = sources.some(({ sample }) => sample) && !sources.some(({ id }) => id === sampledSource);
  const isDescribing = isChanging || description === '';
  useFocusOnNewStep(saved && isDescribing);
  if (saved === undefined) return null;
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <Steps current={isDescribing ? 0 : 1} />
        <Reconnecting />
      </div>
      {hasOnlySamples && (
        <p className={styles.sample}>
          {texts.sample} <SampleNotice />
        </p>
      )}
      {isDescribing ? (
        <DescribeStep
          saved={{ description, profile: profileTexts(saved) }}
          isSaving={save.isPending}
          failure={save.error}
          onSave={(text, profile) => save.mutate({ text, profile })}
        />
      ) : (
        <CommunitiesStep
          business={saved}
          watched={watched}
          isStarting={start.isPending}
          addByName={
            <>
              <SourceChoice sources={sources} value={source?.id ?? ''} onChange={choose} />
              <AddByName source={source} label={communityTexts.addByName('community')} />
            </>
          }
          onBack={() => setChanging(true)}
          onStart={(chosen, listens) => start.mutate({ chosen, listens })}
        />
      )}
    </div>
  );
}

/** The button that led to the next step is gone with its step, so the focus moves to the page. */
function useFocusOnNewStep(isDescribing: boolean | undefined) {
  const shown = useRef(isDescribing);
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== isDescribing) focusPage();
    shown.current = isDescribing;
  }, [isDescribing]);
}

interface Business {
  readonly text: string;
  readonly profile: ProfileTexts;
}

function useSaveBusiness(onSaved: () => void) {
  const queryClient = useQueryClient();
  const report = useReport(texts.saveFailed);
  return useMutation({
    mutationFn: ({ text, profile }: Business) =>
      changeConfiguration(queryClient, { businessDescription: text, ...profileOf(profile) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(configurationQuery.queryKey, saved);
      onSaved();
    },
    onError: report,
  });
}

interface Watching {
  readonly chosen: readonly CommunityView[];
  readonly listens: boolean;
}

/** Adds the communities and starts the scan. A community that cannot be added is reported, and the others are watched. */
function useStartWatching(onStarted: (jobId: string) => void) {
  const queryClient = useQueryClient();
  const notAdded = useReport(texts.notAdded);
  return useMutation({
    mutationFn: async ({ chosen, listens }: Watching) => {
      const added = await Promise.allSettled(
        chosen.map(({ name, source }) =>
          call(leadContract.addSubreddit, { body: { name, source: sourceId(source), isActive: true } }),
        ),
      );
      for (const one of added) if (one.status === 'rejected') notAdded(one.reason);
      queryClient.setQueryData(
        configurationQuery.queryKey,
        await changeConfiguration(queryClient, { listen: listens }),
      );
      return call(scanContract.startScan);
    },
    onSuccess: async ({ jobId }) => {
      onStarted(jobId);
      await queryClient.invalidateQueries({ queryKey: latestScanQuery.queryKey });
    },
    onError: useReport(texts.failed),
    onSettled: () => queryClient.invalidateQueries({ queryKey: communitiesQuery.queryKey }),
  });
}

/** Shows an error under a title. The end of a session is reported elsewhere. */
function useReport(title: string): (error: unknown) => void {
  const toaster = useToaster();
  return (error) => {
    if (!isSignedOut(error)) toaster.show({ kind: 'destructive', title, description: messageOf(error) });
  };
}
