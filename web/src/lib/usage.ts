/** What visitors do that is counted; none of it says who they are or what they wrote. */
export type UsageEvent =
  | 'demo-copied'
  | 'discovery-opened'
  | 'discovery-found'
  | 'discovery-failed'
  | 'discovery-to-waitlist'
  | 'waitlist-joined'
  | 'waitlist-failed';

/** The way to whatever counts page views and events. */
export interface Usage {
  /** `path` as the product knows it: without query, and never an address that somebody made up. */
  pageView(path: string): void;
  event(name: UsageEvent): void;
}

type Send = (body: string) => void;

/** Tells each page once in a row. Without a way to send nothing happens. */
export function createUsage(send: Send | null): Usage {
  let last: string | undefined;
  const tell = (fact: Readonly<Record<string, string>>) => send?.(JSON.stringify(fact));
  return {
    pageView: (path) => {
      if (path === last) return;
      last = path;
      tell({ type: 'page-view', path });
    },
    event: (name) => tell({ type: 'event', name }),
  };
}

/** No cookies, no referrer, and it survives leaving the page. Nobody waits for it; that it failed matters to nobody here. */
function sender(url: string): Send {
  return (body) =>
    void fetch(url, {
      method: 'POST',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      body,
    }).catch(() => {});
}

let known: Usage | undefined;

/** This page's: the gateway names the address in the document if the operator has set one. */
export function usage(): Usage {
  if (known) return known;
  const url = document.querySelector<HTMLMetaElement>('meta[name="usage-url"]')?.content;
  return (known = createUsage(url === undefined ? null : sender(url)));
}
