export type { CallOptions, CallService, OpenFile } from './client/service-client.ts';
export { ownTokens } from './cluster/own-tokens.ts';
export type { ServiceDirectory } from './directory/service-directory.ts';
export { documentsAway } from './documents/documents-away.ts';
export { duplicateKeyFields, duplicateKeyPositions, upsertAtLast } from './documents/duplicate-key.ts';
export { insertFirst } from './documents/insert-first.ts';
export { documentSchema, partSchema } from './documents/schemas.ts';
export { addSlots, inFreeSlot } from './documents/slots.ts';
export type { FormUpdate, SaveFacts } from './documents/saved-form.ts';
export { saveForm } from './documents/saved-form.ts';
export { embeddedKeyValue } from './embedded/key-value.ts';
export type { OwnDocument } from './run/own-data.ts';
export { ownDocuments } from './run/own-data.ts';
export type { DataNote, DataNotes, PersonalCollection } from './forget/personal-data.ts';
export { personalCollections, personalDataFaults } from './forget/personal-data.ts';
export type { ForgetPlace, ForgetPost, PostNote, PostNotes, RemovedPost } from './forget/post-notes.ts';
export { noPostText, ofLead, postNoteFaults } from './forget/post-notes.ts';
export { tombstoneCollection, tombstones } from './forget/tombstones.ts';
export type { FollowedModel } from './follow-model.ts';
export { followModel, followsModel } from './follow-model.ts';
export { absoluteUrl } from './http/absolute-url.ts';
export { contractRouter } from './http/contract-router.ts';
export { sendError } from './http/error-answers.ts';
export { faultReporter, machineFault } from './http/machine-faults.ts';
export { mailAddressHeader, originHeader, tokenHeader, visitHeader, visitorHeader } from './http/serve-routes.ts';
export { markRoute } from './http/request-log.ts';
export { pathOf } from './http/request-target.ts';
export type { Caller, Input, PublicInput, RequestFacts, Route } from './http/route.ts';
export type { UpgradeHandler } from './http/server-parts.ts';
export { Answer, answer, fileAnswer, publicRoute, redirect, route } from './http/route.ts';
export type { InternalTokens, VerifiedToken } from './identity/internal-tokens.ts';
export type { TokenTarget } from './identity/token-targets.ts';
export { visitToken } from './identity/visit-token.ts';
export { liveChannelTarget, sandboxTarget, sessionTarget, targetOf, visitTarget } from './identity/token-targets.ts';
export { approximateLimiter } from './limits/approximate-limiter.ts';
export { networkLimiter } from './limits/network-limiter.ts';
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
export type { Host, Running } from './run/run-services.ts';
export { runServices } from './run/run-services.ts';
export type { SecurityLog, SecurityRecord } from './security/security-log.ts';
export { recordAttempt } from './security/security-log.ts';
export type {
  Operation,
  OperationPlace,
  Part,
  Platform,
  Service,
  ServiceDefinition,
  ServiceParts,
} from './service/service.ts';
export { defineService, platformEvents } from './service/service.ts';
export type { PlatformSettings } from './service/settings.ts';
export { adminMfa, allServicesSettings, noSettings, platformSettings } from './service/settings.ts';
export { readSealingKeys, sealingKeysFile } from './vault/sealing-keys.ts';
export type { Vault } from './vault/vault.ts';
export { vaultOf } from './vault/vault.ts';
export type { StoredModel } from './documents/stored-model.ts';
