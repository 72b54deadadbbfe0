export type { CallOptions, CallService, OpenFile } from './client/service-client.ts';
export type { ServiceDirectory } from './directory/service-directory.ts';
export { documentsAway } from './documents/documents-away.ts';
export { duplicateKeyFields, duplicateKeyPositions, upsertAtLast } from './documents/duplicate-key.ts';
export type { FormUpdate, SaveFacts } from './documents/saved-form.ts';
export { saveForm } from './documents/saved-form.ts';
export type { Upgrade } from './documents/upgrades.ts';
export { embeddedKeyValue } from './embedded/key-value.ts';
export type { OwnDocument } from './forget/own-data.ts';
export { ownDocuments } from './forget/own-data.ts';
export type { DataNote, DataNotes, PersonalCollection } from './forget/personal-data.ts';
export { personalCollections, personalDataFaults } from './forget/personal-data.ts';
export { tombstoneCollection } from './forget/tombstones.ts';
export { sendError } from './http/error-answers.ts';
export { originHeader, tokenHeader, visitorHeader } from './http/mount-routes.ts';
export type { Caller, Input, RequestFacts, Route } from './http/route.ts';
export { Answer, answer, fileAnswer, publicRoute, redirect, route } from './http/route.ts';
export type { InternalTokens, VerifiedToken } from './identity/internal-tokens.ts';
export type { RateLimiter, RateLimiterOptions } from './limits/rate-limiter.ts';
export { rateLimiter } from './limits/rate-limiter.ts';
export type { Mail, Mailer } from './mail/mailer.ts';
export { MailNotSent } from './mail/mailer.ts';
export { smtpMailer } from './mail/smtp-mailer.ts';
export type { ProcessMetrics } from './metrics/process-metrics.ts';
export { processMetrics } from './metrics/process-metrics.ts';
export type { OutboxEntry, OutboxFields, OutboxModel, Relay } from './outbox/outbox.ts';
export { addOutbox, outboxOf, outboxPush } from './outbox/outbox.ts';
export { repeatedWork } from './repeated-work.ts';
export type { Host, Running } from './run-services.ts';
export { runServices } from './run-services.ts';
export type {
  Operation,
  OperationPlace,
  Part,
  Platform,
  Service,
  ServiceDefinition,
  ServiceParts,
  StoredModel,
} from './service.ts';
export { defineService } from './service.ts';
export type { PlatformSettings } from './settings.ts';
export { allServicesSettings, platformSettings, sandboxPublic } from './settings.ts';
export { readSealingKeys, sealingKeysFile } from './vault/sealing-keys.ts';
export type { Vault } from './vault/vault.ts';
export { vaultOf } from './vault/vault.ts';
