import { appError } from '@earshot/core';
import type { SourceDefinition } from './define-source.ts';
import { sourceDefinitions } from './sources.ts';

/** Returns a source's definition, even if this installation does not use it. Undefined for an unknown id. */
export function sourceDefinition(id: string): SourceDefinition | undefined {
  return sourceDefinitions.find((definition) => definition.id === id);
}

/**
 * Returns the canonical name of the community that a user typed in `field`. Throws AppError request.invalid with the
 * source's message.
 */
export function parsedCommunity(source: SourceDefinition, text: string, field: string): string {
  const parsed = source.community.parse(text);
  if ('name' in parsed) return parsed.name;
  throw appError('request.invalid', { fields: { [field]: parsed.problem }, message: parsed.problem });
}

/** Returns the source of a community or post, for API answers. */
export function sourceView(id: string): { source: string; sourceLabel: string } {
  return { source: id, sourceLabel: sourceDefinition(id)?.label ?? id };
}

/** Returns the name of a source's site for sentences. */
export function siteLabel(id: string): string {
  const definition = sourceDefinition(id);
  return definition?.siteLabel ?? definition?.label ?? id;
}

/** Returns the labels of a community for API answers, in addition to its name. */
export function communityView({ source, name }: { readonly source: string; readonly name: string }): {
  source: string;
  sourceLabel: string;
  communityLabel: string;
} {
  const { sourceLabel } = sourceView(source);
  return { source, sourceLabel, communityLabel: communityLabel(source, name) };
}

/** Returns the display name of a community, or the bare name if the source is unknown. */
export function communityLabel(source: string, name: string): string {
  return sourceDefinition(source)?.community.label(name) ?? name;
}

/** Returns the address of a post without words of the post. Unchanged if the source is unknown. */
export function urlWithoutTitle(source: string, url: string): string {
  return sourceDefinition(source)?.post.withoutTitle(url) ?? url;
}

/** Returns the display name of an author, or the bare name if the source is unknown. */
export function authorLabel(source: string, name: string): string {
  return sourceDefinition(source)?.author.label(name) ?? name;
}
