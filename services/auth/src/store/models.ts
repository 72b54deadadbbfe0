import type { Connection } from 'mongoose';
import { linkSchema } from './link-store.ts';
import { mailChoiceSchema } from './mail-choice-store.ts';
import { mailSchema } from './mail-schema.ts';
import { preferencesSchema } from './preferences-store.ts';
import { userSchema } from './user-schema.ts';

/** Every collection of the auth service's database. */
export function authModels(documents: Connection) {
  return {
    user: documents.model('User', userSchema, 'users'),
    preferences: documents.model('UserPreferences', preferencesSchema, 'user_preferences'),
    mail: documents.model('Mail', mailSchema, 'mails'),
    mailChoice: documents.model('MailChoice', mailChoiceSchema, 'mail_choices'),
    link: documents.model('MailLink', linkSchema, 'mail_links'),
  };
}
