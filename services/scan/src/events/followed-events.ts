import { consume } from '@earshot/event-bus';
import { followListener } from '../domain/listening.ts';
import { onConfigurationSaved } from './on-configuration-saved.ts';
import { onLeadRated, onLeadStatusChanged } from './on-lead-judged.ts';
import { onLeadsCreated, onLeadsRefused } from './on-lead-outcome.ts';
import { onPostEdited } from './on-post-changed.ts';

/** The outcomes of found posts, and what users do with their leads. */
export function leadEvents(
  deps: Parameters<typeof onLeadsCreated>[0] &
    Parameters<typeof onLeadRated>[0] &
    Parameters<typeof onConfigurationSaved>[0],
) {
  const listenAgain = ({ userId }: { readonly userId: string }) => followListener(deps, userId);
  const [leadCreated, leadRefused] = [onLeadsCreated(deps), onLeadsRefused(deps)];
  return consume({
    group: 'scan',
    topic: 'lead.events',
    handlers: {
      leadCreated: (event) => leadCreated([event]),
      leadRefused: (event) => leadRefused([event]),
      leadStatusChanged: onLeadStatusChanged(deps),
      leadRated: onLeadRated(deps),
      configurationSaved: onConfigurationSaved(deps),
      communityAdded: listenAgain,
      communityRemoved: listenAgain,
    },
    batches: { leadCreated, leadRefused },
  });
}

/** What ingest noticed about posts. */
export function postChanges(deps: Parameters<typeof onPostEdited>[0]) {
  return consume({
    group: 'scan',
    topic: 'post.events',
    handlers: { postEdited: onPostEdited(deps) },
  });
}
