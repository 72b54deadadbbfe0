import { appError } from '@earshot/core';
import type { SourceId } from '@earshot/proto/values';
import type { OpenSource, SourceDefinition, SourcesContext } from './define-source.ts';
import { sourceDefinitions } from './sources.ts';

/** A source in use: its definition and its open adapters. */
export interface Source extends OpenSource {
  readonly definition: SourceDefinition;
}

/** The sources of this installation, in the order of `sourcesInUse`. */
export interface Sources {
  /** Throws AppError source.unknown for an id that this installation does not use. */
  get(id: string): Source;
  readonly all: readonly Source[];
  /** The default when a call names no source: Reddit, or else its samples, or else the first. */
  readonly first: SourceId;
}

/** The platform's settings as parsed by `sourceSettings`. */
export interface SourcesSettings extends Readonly<Record<string, unknown>> {
  readonly SOURCES?: readonly SourceId[] | undefined;
}

/** Opens the sources `ids` (see `sourcesInUse`). No request is sent to a site before the first read. */
export function openSources(ids: readonly SourceId[], settings: SourcesSettings, context: SourcesContext): Sources {
  return sourcesOf(
    ids.map((id) => {
      const definition = definitionOf(id);
      return { definition, ...definition.open({ ...context, settings }) };
    }),
  );
}

/** Creates the collection of sources that a service uses. Tests pass their own adapters. */
export function sourcesOf(all: readonly Source[]): Sources {
  const [first] = all;
  if (first === undefined) throw new Error('An installation needs at least one source');
  return {
    all,
    first: first.definition.id,
    get: (id) => {
      const found = all.find(({ definition }) => definition.id === id);
      if (found === undefined) throw appError('source.unknown', { source: id });
      return found;
    },
  };
}

function definitionOf(id: SourceId): SourceDefinition {
  const found = sourceDefinitions.find((definition) => definition.id === id);
  if (found === undefined) throw new Error(`No source is called ${id}`);
  return found;
}
