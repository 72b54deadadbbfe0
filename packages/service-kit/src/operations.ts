/** Internals of the platform that operators' commands use. Services do not use them. */
export type { IndexState, IndexTerms } from './cluster/indexes.ts';
export { checkIndexes, indexLabel, indexStates } from './cluster/indexes.ts';
export type { Upgrade } from './documents/upgrades.ts';
export { dropReplacedIndexes, fillMissingFields } from './documents/upgrades.ts';
export { databaseName } from './cluster/names.ts';
export { clusterSettings, credentialUsers, lackingFor } from './cluster/settings.ts';
export { tracingSettings } from './cluster/tracing.ts';
export { openKafkaBus } from '@earshot/event-bus/kafka';
export { ensureTopics } from '@earshot/event-bus/kafka';
export { runningDocumentsUri, startEmbeddedDocuments } from '@earshot/embedded-mongo';
export { openEmbeddedBus } from '@earshot/event-bus/sqlite';
export { askRunning } from './embedded/control.ts';
export { DataFolderHeld, holdDataFolder } from './embedded/data-folder.ts';
export { eventFactory } from '@earshot/event-bus';
export { newKeyPair } from './identity/key-pair.ts';
export { makeSecurityLogKey } from './security/log-key.ts';
export { addSealingKey, dropOldSealingKeys, makeSealingKeys } from './vault/sealing-keys.ts';
