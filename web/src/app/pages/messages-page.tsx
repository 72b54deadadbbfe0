import { MessageHistory } from '../../features/messages/components/message-history.tsx';
import { texts } from '../../features/messages/texts.ts';

export function MessagesPage() {
  return (
    <>
      <title>{texts.pageTitle}</title>
      <MessageHistory />
    </>
  );
}
