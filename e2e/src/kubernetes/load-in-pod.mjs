// Runs in a pod inside the cluster, mounted from a ConfigMap. It may use only modules of Node.
// Settings: BASE (the gateway's Service), RATE (requests a second), COOKIE, USER_ID, LEADS (ids, comma-separated).
// It counts requests by their result and prints the counts so far as one line of JSON a second. After SIGUSR2 it sends no more;
// SIGTERM ends it.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';

const { BASE, RATE, COOKIE: cookie, USER_ID: userId, LEADS } = process.env;
const leads = LEADS.split(',');
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const counts = {};
const failures = [];
const sockets = [];
const statusOf = new Map(leads.map((id) => [id, 'new']));
const busy = new Set();
const base = await tunnelTo(new URL(BASE));
const everyMs = 1000 / Number(RATE);
let sent = 0;
let stopped = false;
let ended = false;

/** The gateway answers under loopback names and not under that of its Service, so it is reached as by a port forward. */
async function tunnelTo({ hostname, port }) {
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.on('error', () => far.destroy()).pipe(far);
    far.on('error', () => near.destroy()).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

function count(what) {
  counts[what] = (counts[what] ?? 0) + 1;
}

function failed(what) {
  count('failed');
  failures.push(`${new Date().toISOString()} ${what}`);
}

/** Resolves with the status of the answer, or with the error code when the request fails. */
function ask(method, path, body) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    cookie,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  return new Promise((resolve) => {
    const asked = request(base + path, { method, agent, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, text: Buffer.concat(chunks).toString() }));
      answer.on('error', (error) => resolve({ status: `answer ${error.code}` }));
    });
    asked.on('error', (error) =>
      resolve({ status: `${error.code}${asked.reusedSocket ? ' on a kept connection' : ''}` }),
    );
    asked.end(text);
  });
}

async function read(path) {
  const { status } = await ask('GET', path);
  count(`GET ${status}`);
  if (status !== 200) failed(`GET ${path}: ${status}`);
}

/** Sets contacted and responded in turn. Each lead has at most one change under way, so its status is known. */
async function write() {
  const id = leads.find((one) => !busy.has(one));
  if (id === undefined) return read('/api/leads?limit=20');
  leads.push(...leads.splice(leads.indexOf(id), 1));
  busy.add(id);
  const status = statusOf.get(id) === 'contacted' ? 'responded' : 'contacted';
  const answer = await ask('PATCH', `/api/leads/${id}/status`, { status });
  count(`PATCH ${answer.status}`);
  if (answer.status === 200) statusOf.set(id, status);
  else failed(`PATCH ${id} to ${status}: ${answer.status} ${answer.text ?? ''}`);
  busy.delete(id);
}

const paths = [
  '/api/leads?limit=20',
  '/api/auth/user',
  '/api/subreddits',
  '/api/leads?status=contacted',
  '/api/configuration',
];

/** Works like a browser: live frames update a list, and every new connection reads the list again. */
function live(number) {
  const own = { number, opened: 0, list: null };
  sockets.push(own);
  const open = () => {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/ws`, { headers: { cookie } });
    const changes = [];
    let listed = false;
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'authenticate', userId })));
    socket.addEventListener('message', async ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === 'authenticated') {
        own.opened += 1;
        const { status, text } = await ask('GET', '/api/leads?limit=100');
        if (status !== 200) return failed(`the list of socket ${number}: ${status}`);
        own.list = Object.fromEntries(JSON.parse(text).leads.map((lead) => [lead.id, lead.status]));
        listed = true;
        for (const change of changes) own.list[change.id] = change.status;
      }
      if (frame.type === 'lead_status_updated') {
        if (listed) own.list[frame.data.id] = frame.data.status;
        else changes.push(frame.data);
      }
    });
    socket.addEventListener('close', () => {
      if (!ended) setTimeout(open, 1000);
    });
    socket.addEventListener('error', () => {});
  };
  open();
}

// A NetworkPolicy enforcer learns of a new pod with a delay and refuses its connections until then.
while ((await ask('GET', '/health/ready')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 200));

live(1);
live(2);
const startedAt = performance.now();
// A late timer sends all requests that are due, so the rate holds on a busy machine too.
const ticker = setInterval(() => {
  while (sent < (performance.now() - startedAt) / everyMs) {
    sent += 1;
    if (sent % 5 === 0) void write();
    else void read(paths[sent % paths.length]);
  }
}, 5);
const printState = () => {
  const truth = Object.fromEntries(statusOf);
  const socketStates = sockets.map(({ number, opened, list }) => ({ number, opened, list }));
  const state = {
    sent,
    counts,
    failures: failures.slice(0, 20),
    sockets: socketStates,
    truth,
    busy: busy.size,
    stopped,
  };
  console.log(JSON.stringify(state));
};
setInterval(printState, 1000);
process.once('SIGUSR2', () => {
  clearInterval(ticker);
  stopped = true;
});
process.once('SIGTERM', () => {
  ended = true;
  printState();
  process.exit(0);
});
