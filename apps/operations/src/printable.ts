/** Replaces control characters in untrusted text with U+FFFD, because they could rewrite the operator's terminal. */
export function printable(text: string): string {
  // C0 without tab and line feed, delete, C1, and bidirectional formatting characters.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
