import { useInfiniteQuery } from '@tanstack/react-query';
import { Card } from '../../../components/card.tsx';
import { ownEventsQuery } from '../api/events.ts';
import { texts } from '../texts.ts';
import { EventList } from './event-list.tsx';

/** The user's sign-ins and changes of the account. */
export function OwnEventsCard() {
  const pages = useInfiniteQuery(ownEventsQuery);
  return (
    <Card id="security-activity" title={texts.own} help={texts.ownHelp}>
      <EventList pages={pages} label={texts.own} what={texts.whatOwn} none={texts.noneOwn} />
    </Card>
  );
}
