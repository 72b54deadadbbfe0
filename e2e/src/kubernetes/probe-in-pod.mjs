// Passed to `node -e` in a pod: tries to connect to each address (host:port, as arguments) and reports which ones
// answered.
import { connect } from 'node:net';

const patienceMs = 5_000;
const tried = process.argv.slice(1).map(
  (address) =>
    new Promise((resolve) => {
      const [host, port] = address.split(':');
      const socket = connect({ host, port: Number(port), timeout: patienceMs });
      const end = (outcome) => {
        socket.destroy();
        resolve([address, outcome]);
      };
      socket.once('connect', () => end('open'));
      socket.once('timeout', () => end('silent'));
      socket.once('error', (error) => end(error.code ?? 'refused'));
    }),
);
console.log(JSON.stringify(Object.fromEntries(await Promise.all(tried))));
