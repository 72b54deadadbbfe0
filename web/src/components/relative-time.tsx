import { useEffect, useState } from 'react';
import { ago, fullDate } from '../lib/format.ts';

const refreshMs = 60_000;

/** '5 minutes ago', with the full date on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={iso} title={fullDate(iso)}>
      {ago(Date.parse(iso), now)}
    </time>
  );
}
