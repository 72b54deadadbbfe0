// Prints the mails that the sandbox caught, newest first. It runs next to the sandbox, with its environment:
// docker compose exec sandbox node apps/sandbox/src/cli/mails.ts
import { ownTokens, sandboxTarget, tokenHeader } from '@earshot/service-kit';

const { PORT = '8080' } = process.env;
const tokens = await ownTokens('sandbox', process.env);
const token = tokens.sign(sandboxTarget, { userId: 'operator', admin: true });
const answer = await fetch(`http://127.0.0.1:${PORT}/mail`, { headers: { [tokenHeader]: token } });
if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}; does it receive mail (SANDBOX_SMTP_PORT)?`);
const text = await answer.text();
process.stdout.write(text === '' ? 'No mail has come yet.\n' : text);
