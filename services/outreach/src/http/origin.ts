import type { RequestFacts } from '@earshot/platform';

/** By this header the gateway tells under which origin the browser reached it. */
const originHeader = 'x-earshot-origin';

/** Where the browser reaches us, as in `https://earshot.example`; null if nobody said. */
export function originOf(request: RequestFacts): string | null {
  const told = request.header(originHeader);
  if (told === undefined || !URL.canParse(told)) return null;
  const { protocol, origin } = new URL(told);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
