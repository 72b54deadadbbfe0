// Runs before the first paint and before any module. The Content-Security-Policy allows scripts from files only,
// so this cannot stand inside index.html.
(() => {
  // 1. The theme's class, so that nothing flashes. Same key and values as src/lib/theme-choice.ts.
  let choice = 'system';
  try {
    choice = localStorage.getItem('earshot-ui-theme') ?? 'system';
  } catch {
    // Storage may be forbidden; then the system's preference counts.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');

  // 2. Whether somebody is signed in, so that the landing page shows the right link at once.
  const isSignedIn = /(^|; *)(__Host-)?signed_in=1(;|$)/.test(document.cookie);
  if (isSignedIn) document.documentElement.classList.add('signed-in');

  // 3. The first calls of a member's page, so that their answers arrive while its scripts load. src/lib/first-answers.ts hands
  //    them out. The addresses are those of src/lib/api-client.ts for a leads page without filters.
  const { pathname, search } = location;
  if (isSignedIn && pathname.startsWith('/dashboard/')) {
    const calls = ['/api/auth/user', '/api/sources', '/api/subreddits'];
    if (pathname === '/dashboard/leads') calls.push('/api/leads/scan/latest', '/api/leads/scan/listening');
    if (pathname === '/dashboard/leads' && search === '')
      calls.push('/api/leads?status=new&sortBy=open&page=1&limit=20');
    globalThis.earshotFirstCalls = new Map(calls.map((call) => [call, fetch(call).catch(() => undefined)]));
  }

  // 4. zod must not probe for eval: the policy would report it.
  globalThis.__zod_globalConfig = { jitless: true };

  // 5. Libraries create <style> elements (antd's scroll lock); the policy wants the page's nonce on them.
  const nonce = document.currentScript?.nonce;
  if (nonce) {
    const create = Document.prototype.createElement;
    Document.prototype.createElement = function createElement(name, options) {
      const element = create.call(this, name, options);
      if (element instanceof HTMLStyleElement) element.nonce = nonce;
      return element;
    };
  }

  // 6. The policy refuses to turn text into markup or scripts, except for antd's <style> elements, and except on the pages
  //    with charts, whose library draws tooltips from markup. No other script can create a policy.
  if (globalThis.trustedTypes) {
    const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
    let writesStyle = false;
    Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
      configurable: true,
      get,
      set(text) {
        writesStyle = true;
        try {
          set.call(this, text);
        } finally {
          writesStyle = false;
        }
      },
    });
    const hasCharts = () => /^\/(dashboard|admin)\/analytics\/?$/.test(location.pathname);
    trustedTypes.createPolicy('default', {
      createHTML: (text) => (writesStyle || hasCharts() ? text : null),
    });
  }
})();
