import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../components/card.tsx';
import { allEventsQuery, type EventFilter } from '../api/events.ts';
import { texts } from '../texts.ts';
import { EventFilters } from './event-filters.tsx';
import { EventList } from './event-list.tsx';

const everything: EventFilter = { event: '', outcome: '', account: '', network: '', from: '' };

/** The security events of the installation, for administrators. */
export function AllEventsCard() {
  const [filter, setFilter] = useState(everything);
  const pages = useInfiniteQuery(allEventsQuery(filter));
  return (
    <Card title={texts.all} help={texts.allHelp}>
      <EventFilters onApply={setFilter} />
      <EventList pages={pages} label={texts.all} what={texts.whatAll} none={texts.noneAll} />
    </Card>
  );
}
