import type { Connection } from 'mongoose';
import type { ChallengeDocument } from './challenge-store.ts';
import { challengeSchema } from './challenge-store.ts';
import type { DeviceDocument } from './device-store.ts';
import { deviceSchema } from './device-store.ts';
import type { FirstAdminLinkDocument } from './first-admin-link-store.ts';
import { firstAdminLinkSchema } from './first-admin-link-store.ts';
import type { LinkDocument } from './link-store.ts';
import { linkSchema } from './link-store.ts';
import type { MailChoiceDocument } from './mail-choice-store.ts';
import { mailChoiceSchema } from './mail-choice-store.ts';
import type { MailDocument } from './mail-schema.ts';
import { mailSchema } from './mail-schema.ts';
import type { ModelServerDocument } from './model-server-store.ts';
import { modelServerSchema } from './model-server-store.ts';
import type { PasskeyDocument } from './passkey-store.ts';
import { passkeySchema } from './passkey-store.ts';
import type { PreferencesDocument } from './preferences-store.ts';
import { preferencesSchema } from './preferences-store.ts';
import type { SecondFactorDocument } from './second-factor-store.ts';
import { secondFactorSchema } from './second-factor-store.ts';
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
    firstAdminLink: documents.model<FirstAdminLinkDocument>(
      'FirstAdminLink',
      firstAdminLinkSchema,
      'first_admin_links',
    ),
    secondFactor: documents.model<SecondFactorDocument>('SecondFactor', secondFactorSchema, 'second_factors'),
    passkey: documents.model<PasskeyDocument>('Passkey', passkeySchema, 'passkeys'),
    challenge: documents.model<ChallengeDocument>('PasskeyChallenge', challengeSchema, 'passkey_challenges'),
    modelServer: documents.model<ModelServerDocument>('ModelServer', modelServerSchema, 'model_server'),
    link: documents.model<LinkDocument>('MailLink', linkSchema, 'mail_links'),
  };
}
