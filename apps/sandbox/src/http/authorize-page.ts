import type { Request, RequestHandler, Response } from 'express';
import { ACCOUNT_PATTERN, type Authorization, checkAuthorize, isAccountName, returnTo } from '../domain/authorize.ts';
import { SPECIAL_NAMES } from '../domain/faults.ts';
import { issueCode } from '../domain/oauth.ts';
import { SCOPES } from '../domain/scopes.ts';
import { inputOf, type SandboxDependencies } from './call.ts';
import { safe, showPage } from './page.ts';

/** The number of accounts offered in addition to the special ones. */
const MOST_ACCOUNTS = 20;
const FIRST_ACCOUNT = 'sandbox_user';

function scopeItems(scope: string): string {
  const all: readonly (readonly [name: string, description: string])[] =
    scope === '*'
      ? [['Everything', 'All that the account may do.']]
      : scope.split(' ').flatMap((each) => (SCOPES[each] === undefined ? [] : [SCOPES[each]]));
  return all.map(([name, description]) => `<li><strong>${safe(name)}.</strong> ${safe(description)}</li>`).join('\n');
}

function hiddenFields(authorization: Authorization): string {
  const fields = {
    client_id: authorization.clientId,
    response_type: 'code',
    state: authorization.state,
    redirect_uri: authorization.redirectUri,
    scope: authorization.scope,
    duration: authorization.permanent ? 'permanent' : 'temporary',
  };
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${safe(value)}">`)
    .join('\n');
}

function pageContent(authorization: Authorization, accounts: readonly string[], problem: string | null): string {
  const names = [...accounts, ...SPECIAL_NAMES.map(({ name }) => name)];
  const options = names.map((name) => `<option value="${safe(name)}"></option>`).join('');
  const rows = SPECIAL_NAMES.map(
    ({ name, meaning }) => `<tr><td><code>${safe(name)}</code></td><td>${safe(meaning)}</td></tr>`,
  );
  return `<h1>${safe(authorization.clientId)} wants to connect with a sandbox account</h1>
<p>It will send you back to <code>${safe(new URL(authorization.redirectUri).origin)}</code>. It asks for ${authorization.permanent ? 'lasting access' : 'access for one hour'}:</p>
<ul>${scopeItems(authorization.scope)}</ul>
<form method="post" action="authorize">
${hiddenFields(authorization)}
<label for="account">Account</label>
<input id="account" name="account" list="accounts" value="${safe(accounts[0] ?? FIRST_ACCOUNT)}" required pattern="${ACCOUNT_PATTERN}" maxlength="50" autocomplete="off" spellcheck="false"${problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"'}>
<datalist id="accounts">${options}</datalist>
${problem === null ? '' : `<p id="problem" role="alert">${safe(problem)}</p>`}
<p>Any name will do: the account is made at once and has no password.</p>
<button name="authorize" value="Allow">Allow</button><button name="authorize" value="Decline" formnovalidate>Decline</button>
</form>
<h2>Accounts that show what can go wrong</h2>
<p>Sending as one of these, sending a message to one, or commenting below a post of one has the result in this table. Each has a post in r/sandbox_errors.</p>
<table><thead><tr><th scope="col">Name</th><th scope="col">What happens</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** The page on which a user lets an application act for an account (GET), and the handler of its form (POST). */
export function authorizePage(dependencies: SandboxDependencies): { show: RequestHandler; decide: RequestHandler } {
  const page = (request: Request, response: Response, authorization: Authorization, problem: string | null): void => {
    const content = pageContent(authorization, dependencies.writings.accounts(MOST_ACCOUNTS), problem);
    const formLeadsTo = new URL(authorization.redirectUri).origin;
    showPage(request, response, {
      status: problem === null ? 200 : 400,
      title: 'Connect an account',
      content,
      formLeadsTo,
    });
  };
  const away = (response: Response, location: string): void => {
    response.status(302).set({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
  };
  /** Returns the parameters of a valid request. Answers an invalid one and returns null. */
  const read = (request: Request, response: Response): Authorization | null => {
    const check = checkAuthorize(inputOf(request), dependencies.isRegistered);
    if (check.kind === 'valid') return check.authorization;
    if (check.kind === 'returned') away(response, check.location);
    else {
      const content = `<h1>The application sent an invalid request</h1><p>${safe(check.message)}</p>`;
      showPage(request, response, { status: 400, title: 'Invalid request', content });
    }
    return null;
  };
  return {
    show(request, response) {
      const authorization = read(request, response);
      if (authorization !== null) page(request, response, authorization, null);
    },
    decide(request, response) {
      const authorization = read(request, response);
      if (authorization === null) return;
      const { state, ...grant } = authorization;
      const { account = '', authorize } = inputOf(request);
      const username = account.trim();
      if (authorize !== 'Allow') away(response, returnTo(authorization.redirectUri, { state, error: 'access_denied' }));
      else if (!isAccountName(username))
        page(request, response, authorization, 'A name has 3 to 50 letters, digits, underscores and hyphens.');
      else {
        const now = Math.floor(dependencies.clock() / 1000);
        const code = issueCode({ ...grant, username, owner: dependencies.viewer(request) }, now, dependencies.oauth);
        away(response, returnTo(authorization.redirectUri, { state, code }));
      }
    },
  };
}
