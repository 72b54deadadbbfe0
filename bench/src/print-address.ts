import type { Server } from 'node:http';

/** Listens on `PORT`, or on a free port without it, and prints the address where the parent process looks for it. */
export function printAddress(server: Server): void {
  server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    console.log(`ready at http://127.0.0.1:${port}`);
  });
}
