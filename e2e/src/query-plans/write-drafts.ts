import type { Visitor } from '../visitor.ts';

/** Generates a message for a lead, and writes, lists and removes a draft and a reminder. */
export async function writeDrafts(visitor: Visitor, leadId: string): Promise<void> {
  const put = (what: string, body: unknown) => visitor.ask(`/api/leads/${leadId}/${what}`, { method: 'PUT', body });
  await put('drafts', { messageType: 'dm', text: 'In the works' });
  await put('drafts', { messageType: 'dm', text: 'Still in the works' });
  await put('reminder', { remindAt: new Date().toISOString() });
  const wanted = { messageType: 'dm', tone: 'casual', force: true };
  await visitor.ask(`/api/leads/${leadId}/generate-message`, { method: 'POST', body: wanted });
  for (const list of ['/api/generated-messages', '/api/drafts', `/api/drafts?leadId=${leadId}`, '/api/reminders'])
    await visitor.ask(list);
  await put('drafts', { messageType: 'dm', text: '' });
  await put('reminder', { remindAt: null });
}
