import type { Connection } from 'mongoose';
import type { DeviceDocument } from './device-store.ts';
import { deviceSchema } from './device-store.ts';
import type { LinkDocument } from './link-store.ts';
import { linkSchema } from './link-store.ts';
import type { MailChoiceDocument } from './mail-choice-store.ts';
import { mailChoiceSchema } from './mail-choice-store.ts';
import type { MailDocument } from './mail-schema.ts';
import { mailSchema } from './mail-schema.ts';
import type { PreferencesDocument } from './preferences-store.ts';
import { preferencesSchema } from './preferences-store.ts';
import type { SecurityEventDocument } from './security-event-store.ts';
import { securityEventSchema } from './security-event-store.ts';
import type { UserDocument } from './user-schema.ts';
import { userSchema } from './user-schema.ts';

/** Every collection of the auth database. */
export function authModels(documents: Connection) {
  return {
    user: documents.model<UserDocument>('User', userSchema, 'users'),
    preferences: documents.model<PreferencesDocument>('UserPreferences', preferencesSchema, 'user_preferences'),
    mail: documents.model<MailDocument>('Mail', mailSchema, 'mails'),
    mailChoice: documents.model<MailChoiceDocument>('MailChoice', mailChoiceSchema, 'mail_choices'),
    device: documents.model<DeviceDocument>('Device', deviceSchema, 'devices'),
    securityEvent: documents.model<SecurityEventDocument>('SecurityEvent', securityEventSchema, 'security_events'),
    link: documents.model<LinkDocument>('MailLink', linkSchema, 'mail_links'),
  };
}
