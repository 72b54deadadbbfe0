import { factsOf, securityEventDays, securityEventNames } from '@earshot/proto/security-events';
import type { Generated } from './generated.ts';

const page = `# Security events

<!-- Written by \`npm run chart\` from proto/security-events.ts. -->

Earshot records every event of the table below. [Decision 78](../decisions/0083-security-events-in-the-log-and-in-auth.md)
gives the reasons.

## In the log

Each event is one JSON line on standard output, at every \`LOG_LEVEL\`, also \`silent\`. It is written before the service
continues.

| Field       | Meaning                                                                                          |
| ----------- | ------------------------------------------------------------------------------------------------ |
| \`security\`  | The name of the event; only these lines have this field                                          |
| \`time\`      | When it happened, UTC                                                                            |
| \`service\`   | The service that recorded it                                                                     |
| \`outcome\`   | \`success\`, \`failure\` (a secret or a link was wrong) or \`refused\` (a rule or a limit forbids it) |
| \`reason\`    | One of the reasons of the event, if there is more to say                                         |
| \`network\`   | The client's network as rate limits see it: an IPv4 address or an IPv6 /64                       |
| \`requestId\` | The id that the client got in \`x-request-id\`                                                     |
| \`account\`   | HMAC-SHA-256 of the account's id under \`security-log.key\`, base64url                             |

No line contains an address of a mail, a name, a password, a link or the id of an account. \`network\` of a refused internal
token is the address of the calling process.

To find the lines of one account, compute its hash:

\`\`\`sh
printf %s ACCOUNT_ID | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(base64 -d security-log.key | xxd -p -c 64)" -binary | basenc --base64url | tr -d =
\`\`\`

## Stored

The auth service stores events for ${securityEventDays} days. Users see the events of their account in Settings, and
administrators see all on the admin page. An account's export contains its events, and its deletion deletes them. The stored
event of a deletion contains neither account nor network.

Equal events of one minute are stored as at most two entries with a count per process. A process distinguishes at most 1,000
networks in a minute; further refused calls without an account are stored without a network. While Kafka is unavailable, 2,000
events wait in memory and the others are in the log only. Of requests for foreign hosts, which no limit counts, a process
records at most five a second, and of all requests without a route it logs at most 20 a second; the metrics count all.

## Events

`;

/** The inventory of security events, for operators. */
export function securityEventsFile(): Generated {
  const rows = securityEventNames.map((name) => {
    const { meaning, reasons } = factsOf(name);
    return `| \`${name}\` | ${meaning} | ${reasons.map((reason) => `\`${reason}\``).join(', ')} |`;
  });
  const table = ['| Event | When | Reasons |', '| --- | --- | --- |', ...rows].join('\n');
  return { path: '../docs/security/events.md', text: `${page}${table}\n` };
}
