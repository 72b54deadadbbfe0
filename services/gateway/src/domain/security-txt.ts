import { gatewayContract } from '@earshot/proto/http';

/** Milliseconds for which a copy of the file is valid. RFC 9116 recommends less than a year. */
const validMs = 180 * 24 * 3_600_000;

interface Facts {
  /** Where to report, as a URI. */
  readonly contact: string;
  /** The configured address of Earshot, if others reach it. */
  readonly url: string | undefined;
  readonly now: Date;
}

/** Returns the text of `security.txt` (RFC 9116). Its addresses must be https, so other installations name none. */
export function securityTxt({ contact, url, now }: Facts): string {
  const canonical = url?.startsWith('https:')
    ? [`Canonical: ${new URL(gatewayContract.securityTxt.path, url).href}`]
    : [];
  const expires = new Date(now.getTime() + validMs).toISOString();
  return [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en', ...canonical, ''].join('\n');
}
