import { type Route, route } from '@earshot/service-kit';
import { outreachContract } from '@earshot/proto/http';
import { authorLabel, sourceView } from '@earshot/sources';
import type { GeneratedMessage as View } from '@earshot/proto/http/outreach';
import { type GenerateDependencies, generateMessage } from '../domain/generate-message.ts';
import type { GeneratedMessage } from '../domain/generated-message.ts';

/** Drafts messages for a lead, and lists the drafts. */
export function messageRoutes(deps: GenerateDependencies): Route[] {
  return [
    route(outreachContract.generateMessage, async ({ userId, params, body, request }) => {
      const made = await generateMessage({ ...body, userId, leadId: params.id }, deps, request.signal);
      return 'declined' in made ? { message: '' as const, ...made } : present(made);
    }),
    route(outreachContract.listGeneratedMessages, async ({ userId, query }) => {
      return (await deps.messages.newest(userId, query)).map(present);
    }),
  ];
}

function present({ sentAt, createdAt, ...message }: GeneratedMessage): View {
  return {
    ...message,
    ...sourceView(message.source),
    recipientLabel: message.recipient === '' ? '' : authorLabel(message.source, message.recipient),
    sentAt: sentAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
