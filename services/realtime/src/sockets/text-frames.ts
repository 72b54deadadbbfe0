const finalText = 0x81;

/**
 * Encodes texts as WebSocket frames of a server (RFC 6455) in one buffer, so that one write sends all of them, and all
 * sockets of a user share it.
 */
export function textFrames(texts: readonly string[]): Buffer {
  const parts: Buffer[] = [];
  for (const text of texts) {
    const payload = Buffer.from(text);
    parts.push(headerOf(payload.length), payload);
  }
  return Buffer.concat(parts);
}

/** Servers do not mask. The length takes 7, 16 or 64 bits. */
function headerOf(length: number): Buffer {
  if (length < 126) return Buffer.of(finalText, length);
  if (length < 65_536) return Buffer.of(finalText, 126, length >> 8, length & 0xff);
  const header = Buffer.of(finalText, 127, 0, 0, 0, 0, 0, 0, 0, 0);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
