import type { Alert } from './alert.ts';
import { otherAlerts } from './others.ts';
import { processAlerts } from './processes.ts';
import { userAlerts } from './users.ts';
import { workAlerts } from './work.ts';

export type { Alert } from './alert.ts';

/** Every alert of the product, by rule group and by name. */
export const alertGroups = {
  users: userAlerts,
  work: workAlerts,
  others: otherAlerts,
  processes: processAlerts,
} as const satisfies Record<string, Readonly<Record<string, Alert>>>;

const all = { ...userAlerts, ...workAlerts, ...otherAlerts, ...processAlerts } as const;
export type AlertName = keyof typeof all;
/** Every alert by name. */
export const alertTable: Readonly<Record<AlertName, Alert>> = all;
