import type { IncomingMessage } from 'node:http';

/** A request target: the authority of an absolute one, and the rest. */
const target = /^(?:[a-z][a-z\d+.-]*:\/\/([^/?#]*))?(.*)$/i;

export interface RequestTarget {
  readonly authority: string | undefined;
  /** The path with its query. */
  readonly rest: string;
}

/** Splits the target of a request. */
export function targetOfRequest({ url = '' }: Pick<IncomingMessage, 'url'>): RequestTarget {
  const [, authority, rest = ''] = target.exec(url) ?? [];
  return { authority, rest };
}

/**
 * The target without authority and fragment. Undefined for a target that is no path, and for one with white space, which
 * URL parsers read in different ways: every check and handler must see the same path.
 */
export function originForm(req: Pick<IncomingMessage, 'url'>): string | undefined {
  const plain = targetOfRequest(req).rest.replace(/#.*$/s, '');
  const rooted = plain === '' || plain.startsWith('?') ? `/${plain}` : plain;
  return rooted.startsWith('/') && !/\s/.test(rooted) ? rooted : undefined;
}

/** The path of a request whose target is in origin form. */
export function pathOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
