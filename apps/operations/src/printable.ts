/** Text of others on a terminal: control characters, which could rewrite what the operator sees, show as U+FFFD. */
export function printable(text: string): string {
  // C0 without tab and line feed, delete, C1, and the marks that turn the direction of writing.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
