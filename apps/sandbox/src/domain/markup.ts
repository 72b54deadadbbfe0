/** Escapes the three characters that the site escapes in every answer, unless the request has `raw_json=1`. */
export function escapeAngles(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Reverts `escapeAngles` once, because recorded posts often contain text that the site sent without `raw_json`. */
export function unescapeAngles(text: string): string {
  return text.includes('&') ? text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&') : text;
}

/**
 * The HTML version of a Markdown text in an answer. It has paragraphs and line breaks; everything else is escaped text.
 */
export function htmlOf(markdown: string): string | null {
  if (markdown.trim() === '') return null;
  const paragraphs = markdown
    .trim()
    .split(/\n\s*\n/)
    .map(
      (paragraph) =>
        `<p>${escapeAngles(paragraph.trim())
          .replace(/"/g, '&quot;')
          .replace(/ {2}\n/g, '<br/>\n')}</p>`,
    );
  return `<!-- SC_OFF --><div class="md">${paragraphs.join('\n\n')}\n</div><!-- SC_ON -->`;
}

/** The readable end of a permalink: lower case, words joined by underscores, at most 50 characters. */
export function slugOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  if (words.length <= 50) return words === '' ? '_' : words;
  const cut = words.slice(0, 50);
  return words[50] === '_' ? cut : cut.replace(/_[^_]*$/, '');
}
