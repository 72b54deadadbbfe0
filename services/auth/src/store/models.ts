import type { Connection } from 'mongoose';
import { type ChallengeDocument, challengeSchema } from './challenge-store.ts';
import { type DeviceDocument, deviceSchema } from './device-store.ts';
import { type FirstAdminLinkDocument, firstAdminLinkSchema } from './first-admin-link-store.ts';
import { type LinkDocument, linkSchema } from './link-store.ts';
import { type MailChoiceDocument, mailChoiceSchema } from './mail-choice-store.ts';
import { type MailDocument, mailSchema } from './mail-schema.ts';
import { type ModelServerDocument, modelServerSchema } from './model-server-store.ts';
import { type PasskeyDocument, passkeySchema } from './passkey-store.ts';
import { type PreferencesDocument, preferencesSchema } from './preferences-store.ts';
import { type SecondFactorDocument, secondFactorSchema } from './second-factor-store.ts';
import { type SecurityEventDocument, securityEventSchema } from './security-event-store.ts';
import { type UserDocument, userSchema } from './user-schema.ts';

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
