import { MessageHistory } from '../../features/messages/components/message-history.tsx';
import type { Entry } from '../../features/messages/entries.ts';
import { texts } from '../../features/messages/texts.ts';
import { changeDraft, withGenerated } from '../../features/outreach/drafts.ts';

/** Puts a generated draft that was replaced into its lead's composer again; the text there can be restored. */
function openInComposer({ leadId, userId, generated }: Entry): void {
  if (generated === null) return;
  changeDraft({ id: leadId, userId }, (old) => withGenerated(old, generated));
}

export function MessagesPage() {
  return (
    <>
      <title>{texts.pageTitle}</title>
      <MessageHistory onOpen={openInComposer} />
    </>
  );
}
