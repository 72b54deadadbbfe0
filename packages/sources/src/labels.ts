import { appError } from '@earshot/core';
import type { SourceDefinition } from './define-source.ts';
import { sourceDefinitions } from './sources.ts';

/** Stored data and events of versions that knew one source name none; it is this one. */
export const sourceOfOldData = 'reddit';

/** A source's names, whether or not this installation uses it; undefined for an id that no source has. */
export function sourceDefinition(id: string): SourceDefinition | undefined {
  return sourceDefinitions.find((definition) => definition.id === id);
}

/** The canonical name of a community that somebody typed in `field`; throws AppError request.invalid in the source's words. */
export function parsedCommunity(source: SourceDefinition, text: string, field: string): string {
  const parsed = source.community.parse(text);
  if ('name' in parsed) return parsed.name;
  throw appError('request.invalid', { fields: { [field]: parsed.problem }, message: parsed.problem });
}

/** Whose a community or post is, for answers. */
export function sourceView(id: string): { source: string; sourceLabel: string } {
  return { source: id, sourceLabel: sourceDefinition(id)?.label ?? id };
}

/** A community for answers, beside its name. */
export function communityView({ source, name }: { readonly source: string; readonly name: string }): {
  source: string;
  sourceLabel: string;
  communityLabel: string;
} {
  const { sourceLabel } = sourceView(source);
  return { source, sourceLabel, communityLabel: communityLabel(source, name) };
}

/** How people read a community's name; the bare name where no source has that id. */
export function communityLabel(source: string, name: string): string {
  return sourceDefinition(source)?.community.label(name) ?? name;
}

/** How people read an author's name; the bare name where no source has that id. */
export function authorLabel(source: string, name: string): string {
  return sourceDefinition(source)?.author.label(name) ?? name;
}
