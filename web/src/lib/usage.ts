/** Visitor actions that are counted; none of them identifies a visitor or contains input. */
export type UsageEvent =
  | 'demo-copied'
  | 'discovery-opened'
  | 'discovery-found'
  | 'discovery-failed'
  | 'discovery-to-waitlist'
  | 'waitlist-joined'
  | 'waitlist-failed';

/** Sends page views and events to the operator's analytics. */
export interface Usage {
  /** `path` is a path of the product: without a query, and never an address that a visitor typed. */
  pageView(path: string): void;
  event(name: UsageEvent): void;
}

type Send = (body: string) => void;

/** Reports a page only once in a row. Does nothing if `send` is null. */
export function createUsage(send: Send | null): Usage {
  let last: string | undefined;
  const sendFact = (fact: Readonly<Record<string, string>>) => send?.(JSON.stringify(fact));
  return {
    pageView: (path) => {
      if (path === last) return;
      last = path;
      sendFact({ type: 'page-view', path });
    },
    event: (name) => sendFact({ type: 'event', name }),
  };
}

/** Sends without cookies and referrer, and completes after leaving the page. Nothing waits for it, and errors are ignored. */
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

/** The instance of this page. The document contains the URL if the operator has configured one. */
export function usage(): Usage {
  if (known) return known;
  const url = document.querySelector<HTMLMetaElement>('meta[name="usage-url"]')?.content;
  return (known = createUsage(url === undefined ? null : sender(url)));
}
