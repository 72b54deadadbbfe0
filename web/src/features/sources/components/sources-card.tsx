import { useQuery } from '@tanstack/react-query';
import { LoadedCard } from '../../../components/loaded-card.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { allSourcesHealthQuery, sourcesHealthQuery } from '../api/sources-health.ts';
import { texts } from '../texts.ts';
import { SourcesBoard } from './sources-board.tsx';

/** The state of the sources and of the user's communities. */
export function SourcesCard({ isAdmin }: { readonly isAdmin: boolean }) {
  const result = useQuery(sourcesHealthQuery);
  return (
    <LoadedCard title={texts.title} help={texts.help} what={texts.what} result={result} skeleton={<Shape />}>
      {({ sources, communities }) => <SourcesBoard sources={sources} communities={communities} isAdmin={isAdmin} />}
    </LoadedCard>
  );
}

/** The state of the sources over the communities of all users. */
export function AllSourcesCard() {
  const result = useQuery(allSourcesHealthQuery);
  return (
    <LoadedCard title={texts.title} help={texts.allHelp} what={texts.what} result={result} skeleton={<Shape />}>
      {({ sources }) => <SourcesBoard sources={sources} isAdmin />}
    </LoadedCard>
  );
}

function Shape() {
  return (
    <SkeletonGroup label={texts.loading}>
      <Skeleton height={200} />
    </SkeletonGroup>
  );
}
