/** Sites with a domain of their own, by their name in the API. The others are at `<name>.stackexchange.com`. */
const ownDomains = new Map([
  ['stackoverflow', { host: 'stackoverflow.com', label: 'Stack Overflow' }],
  ['serverfault', { host: 'serverfault.com', label: 'Server Fault' }],
  ['superuser', { host: 'superuser.com', label: 'Super User' }],
  ['askubuntu', { host: 'askubuntu.com', label: 'Ask Ubuntu' }],
  ['stackapps', { host: 'stackapps.com', label: 'Stack Apps' }],
  ['mathoverflow.net', { host: 'mathoverflow.net', label: 'MathOverflow' }],
]);

/** A site of the network. */
export interface StackExchangeSite {
  /** Its name in the API. */
  readonly name: string;
  readonly host: string;
  readonly label: string;
}

/** The site at a host, with or without `www.`; null if it is none of the network. */
export function siteAt(host: string): StackExchangeSite | null {
  const bare = host.toLowerCase().replace(/^www\./, '');
  for (const [name, own] of ownDomains) if (own.host === bare) return { name, ...own };
  const [, name] = /^([a-z\d]+(?:\.meta)?)\.stackexchange\.com$/.exec(bare) ?? [];
  return name === undefined || name === 'api' ? null : siteNamed(name);
}

/** The site of a name that `siteAt` gave. */
export function siteNamed(name: string): StackExchangeSite {
  const own = ownDomains.get(name);
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return { name, ...(own ?? { host: `${name}.stackexchange.com`, label }) };
}
