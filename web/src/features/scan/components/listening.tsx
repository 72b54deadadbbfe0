import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../../components/relative-time.tsx';
import { listeningQuery } from '../api/listening.ts';
import { texts } from '../texts.ts';

/** States that Earshot listens, to how many communities, and when it last heard a post. Empty while it does not. */
export function Listening() {
  const { data } = useQuery(listeningQuery);
  if (data === undefined || data.communities === 0) return null;
  return (
    <span>
      {texts.listeningTo(data.communities)}
      {data.heardAt === null ? (
        texts.nothingHeard
      ) : (
        <>
          {texts.lastHeard} <RelativeTime iso={data.heardAt} />.
        </>
      )}
    </span>
  );
}
