/** What the operators' commands need of the platform's inside; services do not. */
export type { IndexState, IndexTerms } from './cluster/indexes.ts';
export { checkIndexes, indexLabel, indexStates } from './cluster/indexes.ts';
export { databaseName } from './cluster/names.ts';
export { clusterSettings } from './cluster/settings.ts';
export { newKeyPair } from './identity/key-pair.ts';
