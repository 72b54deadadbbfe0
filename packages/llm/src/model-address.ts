import { baseAddress } from '@earshot/core';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const wholeCall = 'must be the address of the API, such as http://localhost:11434/v1, and not of one of its calls';

/** The address of an OpenAI-compatible API. */
export const modelAddress = baseAddress.refine(
  (url) => !/\/(?:chat\/completions|completions|models|responses)\/*$/.test(url),
  wholeCall,
);

/** Where clouds hand out a machine's credentials. Model servers of an own network are allowed; these never are one. */
const metadata = new BlockList();
metadata.addSubnet('169.254.0.0', 16, 'ipv4');
metadata.addSubnet('fe80::', 10, 'ipv6');
for (const address of ['100.100.100.200', '192.0.0.192']) metadata.addAddress(address, 'ipv4');
metadata.addAddress('fd00:ec2::254', 'ipv6');

/**
 * Whether the host of an address that an administrator entered is, or resolves to, one that no model server has. Rejects
 * if the name cannot be resolved.
 */
export async function isForbiddenHost(address: string): Promise<boolean> {
  const host = hostOf(address);
  const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }];
  return found.some((one) => isMetadata(one.address));
}

/** The same without a look-up, so only for a host that is an IP address. */
export function namesForbiddenHost(address: string): boolean {
  const host = hostOf(address);
  return isIP(host) !== 0 && isMetadata(host);
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[|\]$/g, '');
}

function isMetadata(ip: string): boolean {
  return metadata.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
}
