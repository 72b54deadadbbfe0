import { people } from '../domain/people.ts';
import { pageHeaders, pageHtml, safe } from './page.ts';

/** Headers of every page of Sandbox ID. */
export const identityHeaders = pageHeaders('');

function pageOf(title: string, content: string): string {
  return pageHtml({
    title,
    header: 'Sandbox ID',
    content,
    footer: 'A stand-in for an identity provider that comes with Earshot: it believes whatever you say of yourself.',
  });
}

/**
 * The page that asks who is signing in. Its forms post to the same address. `problem` is the error of the previous
 * submission.
 */
export function choicePage(problem: string | null): string {
  const choices = people.map(({ subject, name, email, emailVerified }) => {
    const verified = emailVerified ? '' : ', address not verified';
    return `<button name="subject" value="${safe(subject)}">${safe(name)} <span class="facts">${safe(email)}${verified}</span></button>`;
  });
  const wrong = problem === null ? '' : `<p role="alert">${safe(problem)}</p>`;
  return pageOf(
    'Sign in with Sandbox ID',
    `<h1>Who do you want to be?</h1>
<p>Earshot asks for your name and address.</p>${wrong}
<form method="post">${choices.join('')}</form>
<h2>Somebody else</h2>
<form method="post">
<label>Name <input name="name" maxlength="100" autocomplete="off"></label>
<label>Email <input name="email" type="email" maxlength="254" required autocomplete="off"></label>
<label><input name="verified" type="checkbox" value="yes" checked> Address verified</label>
<button name="action" value="typed">Sign in</button>
</form>
<form method="post"><button name="action" value="deny">Deny</button></form>`,
  );
}

/** The page that explains why a sign-in failed. */
export function identityErrorPage(reason: string): string {
  return pageOf(
    'Sandbox ID',
    `<h1>This sign-in cannot go on</h1><p>${safe(reason)}</p><p>Go back to Earshot and begin again.</p>`,
  );
}
