import { parseSetCookie } from 'cookie';

interface Kept {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly host: string;
}

interface Sent {
  readonly method?: string;
  readonly body?: string | URLSearchParams;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer of a page. Redirects are not followed. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly html: string;
  /** The absolute address of the redirect, or null when the answer is no redirect. */
  readonly to: string | null;
  readonly setCookies: readonly string[];
}

/** A browser without scripts: it keeps cookies by host and path (RFC 6265) and makes one request at a time. */
export class WebBrowser {
  readonly #cookies = new Map<string, Kept>();

  /** The value of a cookie, for any host or path. */
  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((kept) => kept.name === name)?.value;
  }

  /** Sets a cookie as a page of this host would. */
  setCookie(name: string, value: string, at: string): void {
    this.#keep(`${name}=${value}; Path=/`, new URL(at).hostname);
  }

  async open(url: string, form?: Readonly<Record<string, string>>): Promise<Page> {
    return this.#send(url, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  }

  /** Sends JSON as a page's script would. */
  async post(url: string, body: object): Promise<Page> {
    const headers = { 'content-type': 'application/json' };
    return this.#send(url, { method: 'POST', body: JSON.stringify(body), headers });
  }

  async #send(url: string, { headers = {}, ...init }: Sent): Promise<Page> {
    const { hostname, pathname } = new URL(url);
    const sent = [...this.#cookies.values()]
      .filter(({ host, path }) => host === hostname && isBelow(pathname, path))
      .map(({ name, value }) => `${name}=${value}`);
    const answer = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html,application/json', cookie: sent.join('; '), ...headers },
    });
    const setCookies = answer.headers.getSetCookie();
    for (const line of setCookies) this.#keep(line, hostname);
    const location = answer.headers.get('location');
    const to = location === null ? null : new URL(location, url).href;
    return { url, status: answer.status, html: await answer.text(), to, setCookies };
  }

  /** Follows redirects until an answer is not a redirect, or until `until` returns true for the next address. */
  async follow(from: Page, until: (url: string) => boolean = () => false): Promise<Page> {
    let page = from;
    for (let step = 0; page.to !== null && !until(page.to); step += 1) {
      if (step === 20) throw new Error(`redirects without an end at ${page.to}`);
      page = await this.open(page.to);
    }
    return page;
  }

  #keep(line: string, host: string): void {
    const { name, value = '', path = '/', maxAge, expires } = parseSetCookie(line);
    const key = `${host} ${path} ${name}`;
    const isOver = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
    if (isOver) this.#cookies.delete(key);
    else this.#cookies.set(key, { name, value, path, host });
  }
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
