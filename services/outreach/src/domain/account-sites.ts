import { appError } from '@earshot/core';
import { type MessageType, sampledSource, type SourceId } from '@earshot/proto/values';
import { type AccountSite, siteLabel, type Sources } from '@earshot/sources';

/**
 * The site on which messages for a source are posted. Throws source.unknown for a source that is not in use, and
 * source.no-sending when messages, or messages of this type, cannot be sent there.
 */
export function accountSite(sources: Sources, source: string, messageType?: MessageType): AccountSite {
  const { write, definition } = sources.get(source);
  if (write !== null && (messageType === undefined || definition.sends.includes(messageType))) return write;
  const message = `Nothing can be sent to ${siteLabel(source)} from here: copy your text and open the post`;
  throw appError('source.no-sending', { source, message });
}

/** The same for background work. Returns null when the site is not available now. */
export function accountSiteOrNull({ all }: Sources, source: string): AccountSite | null {
  return all.find(({ definition }) => definition.id === source)?.write ?? null;
}

/**
 * The source whose accounts the API links: the one named, or else the sampled one, or else its samples. Throws source.no-sending when
 * it is not in use, even if another source accepts messages, and when it is the sandbox, which is closed to browsers.
 */
export function linkableSource(
  sources: Sources,
  { opensSandbox, named }: { readonly opensSandbox: boolean; readonly named?: SourceId | undefined },
): string {
  const inUse = (id: SourceId) => sources.all.find(({ definition }) => definition.id === id);
  const found = named === undefined ? (inUse(sampledSource) ?? inUse('sample')) : inUse(named);
  if (!found?.write || (found.definition.isSample && !opensSandbox)) throw appError('source.no-sending');
  return found.definition.id;
}
