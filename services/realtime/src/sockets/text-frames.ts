const finalText = 0x81;

/**
 * Encodes texts as WebSocket frames of a server (RFC 6455) in one buffer, so that one write sends all of them, and all
 * sockets of a user share it.
 */
export function textFrames(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  let total = 0;
  for (const length of lengths) total += headerLength(length) + length;
  const frames = Buffer.allocUnsafe(total);
  let end = 0;
  texts.forEach((text, n) => {
    end = writeHeader(frames, end, lengths[n] ?? 0);
    end += frames.write(text, end);
  });
  return frames;
}

/** The length of a payload takes 7, 16 or 64 bits. */
function headerLength(length: number): number {
  if (length < 126) return 2;
  return length < 65_536 ? 4 : 10;
}

/** Servers do not mask. Returns where the payload starts. */
function writeHeader(frames: Buffer, start: number, length: number): number {
  frames[start] = finalText;
  if (length < 126) frames[start + 1] = length;
  else if (length < 65_536) {
    frames[start + 1] = 126;
    frames[start + 2] = length >> 8;
    frames[start + 3] = length & 0xff;
  } else {
    frames[start + 1] = 127;
    frames.writeBigUInt64BE(BigInt(length), start + 2);
  }
  return start + headerLength(length);
}
