export type Health = 'Optimal' | 'Moderate Load' | 'High Load';

/** From the memory usage in percent. */
export function healthOf(memoryPercentage: number): Health {
  if (memoryPercentage >= 80) return 'High Load';
  return memoryPercentage >= 60 ? 'Moderate Load' : 'Optimal';
}

const units = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** '3 d 4 h', '5 min 10 s': the two largest non-zero units. */
export function uptime(seconds: number): string {
  let rest = Math.floor(seconds);
  const parts = units.map(({ name, seconds: length }) => {
    const amount = Math.floor(rest / length);
    rest -= amount * length;
    return { name, amount };
  });
  const first = parts.findIndex(({ amount }) => amount > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(({ amount }) => amount > 0)
    .map(({ name, amount }) => `${amount} ${name}`)
    .join(' ');
}

/** '850 ms', '12.3 s', '2 min 5 s'. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return uptime(ms / 1_000);
}

/** Bytes as '64.2 MB' with a non-breaking space. */
export const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)}\u00a0MB`;
