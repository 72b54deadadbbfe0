export { databaseName } from './names.ts';
export type { ClusterSettings } from './settings.ts';
export { clusterSettings } from './settings.ts';
