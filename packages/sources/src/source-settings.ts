import { type SourceId, sourceIds } from '@earshot/proto/values';
import { z } from 'zod';
import type { NeededSetting, SourceDefinition } from './define-source.ts';
import type { SourcesSettings } from './open-sources.ts';
import { sourceDefinitions } from './sources.ts';

const known = `must name sources, separated by commas; the sources are ${sourceIds.join(', ')}`;

/** `SOURCES`: which sources this installation uses. */
const sourcesInUse = z
  .string()
  .default(sourceIds.join(','))
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))])
  .pipe(z.array(z.enum(sourceIds, { error: known })))
  .describe(`Sources of posts in use, separated by commas; ${sourceIds.join(',')} by default`);

/** The settings of every source. Typed without fields, because only the sources read them. */
const ownSettings: Record<never, z.ZodType> = Object.fromEntries(
  sourceDefinitions.flatMap(({ settings }) => Object.entries(settings.shape)),
);

/** Settings of sources by their names in the environment. */
export const sourceSettings = { SOURCES: sourcesInUse, ...ownSettings };

/** Secrets among the settings of sources. Only services that call sources get them. */
export const sourceSecrets: readonly string[] = sourceDefinitions.flatMap(({ secrets }) => secrets);

/**
 * Returns settings that are missing although another setting requires them. Secrets are listed separately, because not
 * every service gets them.
 */
export function missingSourceSettings(given: Readonly<Record<string, unknown>>): {
  readonly plain: readonly NeededSetting[];
  readonly secret: readonly NeededSetting[];
} {
  const missing = sourceDefinitions
    .flatMap(({ needs }) => needs)
    .filter((need) => given[need.with] !== undefined && given[need.setting] === undefined);
  const isSecret = ({ setting }: NeededSetting) => sourceSecrets.includes(setting);
  return { plain: missing.filter((need) => !isSecret(need)), secret: missing.filter(isSecret) };
}

/** Returns the sources in use that the sandbox simulates. */
export function sandboxSources(settings: SourcesSettings): readonly SourceDefinition[] {
  const inUse = (id: SourceId) => settings.SOURCES.includes(id);
  return sourceDefinitions.filter((source) => inUse(source.id) && source.usesSandbox(settings));
}
