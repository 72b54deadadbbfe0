import { useEffect, useState } from 'react';
import { ago, ahead, fullDate } from '../lib/format.ts';

const refreshMs = 60_000;
/** The clocks of servers and browsers differ. A time that is less ahead counts as now. */
const aheadMs = 60_000;

/** '5 minutes ago' or 'in 5 minutes', with the full date on hover. */
export function RelativeTime({ iso }: { readonly iso: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const then = Date.parse(iso);
  return (
    <time dateTime={iso} title={fullDate(iso)}>
      {then > now + aheadMs ? ahead(then, now) : ago(then, now)}
    </time>
  );
}
