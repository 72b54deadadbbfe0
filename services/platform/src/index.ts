export type { BusRecord, DeadLetter, Delivery, EventBus, RetryPolicy, Subscription } from './bus/event-bus.ts';
export { OutageError } from './bus/outage.ts';
export type { CallOptions, CallService, OpenFile } from './client/service-client.ts';
export type { Clock } from './clock.ts';
export { systemClock } from './clock.ts';
export { documentsAway } from './documents/documents-away.ts';
export { duplicateKeyFields, duplicateKeyPositions, upsertAtLast } from './documents/duplicate-key.ts';
export type { FormUpdate, SaveFacts } from './documents/saved-form.ts';
export { saveForm } from './documents/saved-form.ts';
export type { ServiceDirectory } from './directory/service-directory.ts';
export type { Batches, Consumption, Handlers } from './consume.ts';
export { consume } from './consume.ts';
export type { EventFacts, EventOf, OutgoingEvent } from './events.ts';
export type { DataNote, DataNotes, PersonalCollection } from './forget/personal-data.ts';
export type { OwnDocument } from './forget/own-data.ts';
export { ownDocuments } from './forget/own-data.ts';
export { personalCollections, personalDataFaults } from './forget/personal-data.ts';
export { tombstoneCollection, tombstones } from './forget/tombstones.ts';
export type { ErrorDetails } from './http/app-error.ts';
export { AppError, appError } from './http/app-error.ts';
export type { Caller, Input, RequestFacts, Route } from './http/route.ts';
export { Answer, answer, fileAnswer, publicRoute, redirect, route } from './http/route.ts';
export type { InternalTokens, VerifiedToken } from './identity/internal-tokens.ts';
export { newId } from './ids.ts';
export type { KeyValue, Lease, Listener, Listening } from './kv/key-value.ts';
export { KeyValueAway } from './kv/key-value.ts';
export { leaseToSaveWork, unlessAway } from './kv/when-away.ts';
export type { RateLimiter, RateLimiterOptions } from './limits/rate-limiter.ts';
export { rateLimiter } from './limits/rate-limiter.ts';
export type { Llm } from './llm/llm.ts';
export type { TokenLedger } from './llm/token-ledger.ts';
export { meteredLlm, tokenLedger } from './llm/token-ledger.ts';
export type { Logger } from './log.ts';
export { createLogger } from './log.ts';
export type { Mail, Mailer } from './mail/mailer.ts';
export { MailNotSent } from './mail/mailer.ts';
export type { OutboxEntry, OutboxFields, OutboxModel, Relay } from './outbox/outbox.ts';
export { addOutbox, outboxOf, outboxPush } from './outbox/outbox.ts';
export type { Operation, OperationPlace, Part, Platform, Service, ServiceDefinition, ServiceParts } from './service.ts';
export { defineService } from './service.ts';
export type { AccountSite, AccountTokens, CommentTrace, SendReply } from './source/account-site.ts';
export type {
  CommunityAbout,
  CommunityPost,
  CommunityRule,
  CommunitySource,
  PostPage,
} from './source/community-source.ts';
export type { Host, Running } from './run-services.ts';
export { runServices } from './run-services.ts';
export { originHeader, tokenHeader, visitorHeader } from './http/mount-routes.ts';
export { sendError } from './http/error-answers.ts';
export type { PlatformSettings } from './settings.ts';
export { allServicesSettings, noSettings, platformSettings, sandboxPublic } from './settings.ts';
export type { Settings } from './parse-settings.ts';
export { parseSettings, portNumber, required, settingsProblems, withoutEmpty } from './parse-settings.ts';
export { repeatedWork } from './repeated-work.ts';
export type { CounterMeter, GaugeMeter, HistogramMeter, LabelsOf, Meters } from './metrics/meters.ts';
export { noMeters } from './metrics/meters.ts';
export type { ProcessMetrics } from './metrics/process-metrics.ts';
export { processMetrics } from './metrics/process-metrics.ts';
export type { StoredModel } from './service.ts';
export type { Vault } from './vault/vault.ts';
export { vaultOf } from './vault/vault.ts';
export { readSealingKeys, sealingKeysFile } from './vault/sealing-keys.ts';
