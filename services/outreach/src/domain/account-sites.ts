import { appError } from '@earshot/core';
import type { MessageType } from '@earshot/proto/values';
import { type AccountSite, sourceOfLinkCalls, type Sources, sourceView } from '@earshot/sources';

/**
 * The site on which messages for a source are posted. Throws source.unknown for a source that is not in use, and
 * source.no-sending when messages, or messages of this type, cannot be sent there.
 */
export function accountSite(sources: Sources, source: string, messageType?: MessageType): AccountSite {
  const { write, definition } = sources.get(source);
  if (write !== null && (messageType === undefined || definition.sends.includes(messageType))) return write;
  const message = `Nothing can be sent to ${definition.label} from here: copy your text and open the post`;
  throw appError('source.no-sending', { source, message });
}

/** The same for background work. Returns null when the site is not available now. */
export function accountSiteOrNull({ all }: Sources, source: string): AccountSite | null {
  return all.find(({ definition }) => definition.id === source)?.write ?? null;
}

/**
 * The source whose accounts the API links. Throws source.no-sending when this installation cannot send there, even if
 * another source accepts messages, and when the sandbox stands for the site but is closed to browsers.
 */
export function linkableSource(sources: Sources, { opensSandbox }: { readonly opensSandbox: boolean }): string {
  const found = sources.all.find(({ definition }) => definition.id === sourceOfLinkCalls);
  if (!found?.write || (found.sample && !opensSandbox)) throw appError('source.no-sending');
  return sourceOfLinkCalls;
}

/** The site's name for users. */
export function siteLabel(source: string): string {
  return sourceView(source).sourceLabel;
}
