/** Returns the text without the spaces and angle brackets around it: mail programs and Markdown write `<https://...>`. */
export function unwrapped(text: string): string {
  const trimmed = text.trim();
  return trimmed.startsWith('<') && trimmed.endsWith('>') ? trimmed.slice(1, -1).trim() : trimmed;
}

/** Decodes the percent-encoding of a part of an address. Text that is not encoded correctly is returned unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
