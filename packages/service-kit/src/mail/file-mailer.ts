import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Mail, type Mailer, MailNotSent } from './mailer.ts';
import { messageOf, shortHash } from './message.ts';

const failure = z.object({ code: z.string() });

export interface FileMailerOptions {
  /** Created with the first mail. */
  readonly folder: string;
  readonly from: string;
  /** Receives one line for each mail, with the path of its file. */
  readonly report: (line: string) => void;
}

/**
 * Stores mails as `.eml` files that only the owner can read and any mail program opens. The file name is derived from
 * recipient and key, so that a repeated mail replaces the first one, and the mails of an address can be deleted.
 */
export function fileMailer({ folder, from, report }: FileMailerOptions): Mailer {
  return {
    keepsMails: true,
    send: async (mail) => {
      const name = `${ownerOf(mail.to)}-${shortHash(mail.key)}.eml`;
      try {
        await write(folder, name, await rendered(mail, from));
      } catch (cause) {
        const { data } = failure.safeParse(cause);
        throw new MailNotSent(`it could not be written (${data?.code ?? 'unknown'})`, { permanent: false, cause });
      }
      report(`A mail (${mail.subject}) lies in ${join(folder, name)}`);
    },
    forget: async (address) => {
      const names = await readdir(folder).catch(() => []);
      const own = names.filter((name) => name.startsWith(`${ownerOf(address)}-`));
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

function ownerOf(address: string): string {
  return shortHash(address.trim().toLowerCase()).slice(0, 16);
}

async function rendered(mail: Mail, from: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  // Keeps links in one piece, so that the file is readable without a mail program.
  return new MailComposer({ ...messageOf(mail, from), newline: 'win', encoding: '8bit' }).compile().build();
}

/** Writes the whole file or nothing, even after a crash. */
async function write(folder: string, name: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The name starts with a hash of the recipient, so `forget` also deletes files that a crash left behind.
  const temporary = join(folder, `${name}.${randomUUID()}`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(temporary, 0o600);
  await rename(temporary, join(folder, name));
}
