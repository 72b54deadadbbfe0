import { type SourceId, sourceIds } from '@earshot/proto/values';
import { z } from 'zod';
import type { NeededSetting, SourceDefinition } from './define-source.ts';
import type { SourcesSettings } from './open-sources.ts';
import { sourceDefinitions } from './sources.ts';

const known = `must name sources, separated by commas; the sources are ${sourceIds.join(', ')}`;

/** `SOURCES`: which sources this installation uses. */
const sourcesNamed = z
  .string()
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
  .pipe(z.array(z.enum(sourceIds, { error: known })))
  .optional()
  .describe(
    `Sources of posts in use, of ${sourceIds.join(',')}; by default those that need no key or have one, and sample where a sandbox runs`,
  );

/** The settings of every source. Typed without fields, because only the sources read them. */
const ownSettings: Record<never, z.ZodType> = Object.fromEntries(
  sourceDefinitions.flatMap(({ settings }) => Object.entries(settings.shape)),
);

/** Settings of sources by their names in the environment. */
export const sourceSettings = { SOURCES: sourcesNamed, ...ownSettings };

/** Secrets among the settings of sources. Only services that call sources get them. */
export const sourceSecrets: readonly string[] = sourceDefinitions.flatMap(({ secrets }) => secrets);

/**
 * Returns settings that are missing although another setting requires them. Secrets are listed separately, because not
 * every service gets them.
 */
export function missingSourceSettings(given: SourcesSettings): {
  readonly plain: readonly NeededSetting[];
  readonly secret: readonly NeededSetting[];
} {
  const needs = sourceDefinitions.flatMap((source) => [...source.needs, ...clientNeed(source, given)]);
  const missing = needs.filter((need) => given[need.with] !== undefined && given[need.setting] === undefined);
  const isSecret = ({ setting }: NeededSetting) => sourceSecrets.includes(setting);
  return { plain: missing.filter((need) => !isSecret(need)), secret: missing.filter(isSecret) };
}

/** A source that `SOURCES` names needs its client. */
function clientNeed({ id, label, client }: SourceDefinition, { SOURCES }: SourcesSettings): NeededSetting[] {
  if (client === undefined || SOURCES?.includes(id) !== true) return [];
  return [{ setting: client, with: 'SOURCES', what: `client for ${label}, which SOURCES names` }];
}

/**
 * The sources that `SOURCES` names; by default all that need no client or have one, and the samples where a sandbox runs.
 */
export function sourcesInUse(settings: SourcesSettings, { hasSandbox }: { readonly hasSandbox: boolean }): SourceId[] {
  const isUsable = ({ client, isSample }: SourceDefinition) =>
    isSample ? hasSandbox : client === undefined || settings[client] !== undefined;
  return [...(settings.SOURCES ?? sourceDefinitions.filter(isUsable).map(({ id }) => id))];
}
