/** 1,500 -> 1.5K, 2,300,000 -> 2.3M, null -> N/A (specification, section 9). */
export function subscriberCount(count: number | null): string {
  if (count === null) return 'N/A';
  // 999,950 would round to 1000.0K.
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count > 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** '5 minutes ago', '3 days ago'; under a minute 'just now'. Both times in ms. */
export function ago(thenMs: number, nowMs: number): string {
  const passed = nowMs - thenMs;
  const step = steps.find(({ ms }) => passed >= ms);
  if (!step) return 'just now';
  const count = Math.floor(passed / step.ms);
  return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`;
}

/** 'in 5 minutes', 'in 3 days'; under a minute 'in a moment'. Both times in ms. */
export function ahead(thenMs: number, nowMs: number): string {
  const left = thenMs - nowMs;
  const step = steps.find(({ ms }) => left >= ms);
  if (!step) return 'in a moment';
  const count = Math.round(left / step.ms);
  return `in ${count} ${step.unit}${count === 1 ? '' : 's'}`;
}

export const fullDate = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export const count = (value: number) => value.toLocaleString('en-US');

/** An external URL that a link may use: http or https only, else undefined. */
export function safeHref(address: string, origin: string): string | undefined {
  if (!URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

/** Ends a message with a full stop, so that another sentence may follow. */
export const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);
