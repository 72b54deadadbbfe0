import { createConnection } from 'node:net';

/** Writes raw bytes that no client library would send. Resolves with everything received until the end. */
export function speak(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname, () => socket.write(text));
    let received = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no end after: ${received}`)));
    socket.on('data', (data: Buffer) => (received += data.toString()));
    socket.once('close', () => resolve(received));
    socket.once('error', reject);
  });
}
