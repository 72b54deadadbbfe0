import type { SourceId } from '@earshot/proto/values';
import type { OpenSource, SourceDefinition } from './define-source.ts';

/** A source in use: its definition's names and its open adapters. */
export interface Source extends OpenSource {
  readonly definition: SourceDefinition;
}

/** The sources of this installation, `SOURCES` in its order. */
export interface Sources {
  /** Throws AppError source.unknown for an id that this installation does not use. */
  get(id: string): Source;
  readonly all: readonly Source[];
  /** Where a call names no source. */
  readonly first: SourceId;
}
