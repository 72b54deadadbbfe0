import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** What the operator opened beside the public internet. */
export interface AllowedOutside {
  readonly networks: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][];
  /** Names in lower case. */
  readonly hosts: readonly string[];
}

const hostName = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const forms = 'must name networks (10.0.0.0/8), addresses and host names, separated by commas';

/** `OUTBOUND_ALLOW`: networks, addresses and host names that are not public and may be asked. */
export const allowedOutside = z
  .string()
  .default('')
  .transform((list, context): AllowedOutside => {
    const entries = list.split(',').map((entry) => entry.trim().toLowerCase());
    const networks: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [];
    const hosts: string[] = [];
    for (const entry of entries.filter((one) => one !== '')) {
      if (ipaddr.isValidCIDR(entry)) networks.push(ipaddr.parseCIDR(entry));
      else if (ipaddr.isValid(entry)) networks.push(ipaddr.parseCIDR(`${entry}/${entry.includes(':') ? 128 : 32}`));
      else if (hostName.test(entry)) hosts.push(entry);
      else context.addIssue({ code: 'custom', message: forms });
    }
    return { networks, hosts };
  })
  .describe(
    'Private networks and hosts that sources may connect to, separated by commas; otherwise only public addresses',
  );

/** Whether an address is one of the public internet, or opened by the operator. */
export function isAllowedAddress(address: string, { networks }: AllowedOutside): boolean {
  const written = ipaddr.parse(address);
  // ::ffff:127.0.0.1 reaches 127.0.0.1.
  const parsed = written instanceof ipaddr.IPv6 && written.isIPv4MappedAddress() ? written.toIPv4Address() : written;
  if (parsed.range() === 'unicast') return true;
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}
