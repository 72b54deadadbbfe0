// Runs in a pod inside the cluster, mounted from a ConfigMap. It may use only modules of Node.
// Settings: BASE (the gateway's Service), MEASURE_SECONDS, COOKIE, USER_ID, LEADS (ids, comma-separated).
// It first measures how many requests a second are answered: for MEASURE_SECONDS, after twice that time in which new pods compile
// their code. Then it sends half as many, whether earlier ones have been answered or not. It counts requests by their result and
// prints the counts so far as one line of JSON a second. After SIGUSR2 it sends no more; SIGTERM ends it.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';

const { BASE, MEASURE_SECONDS, COOKIE: cookie, USER_ID: userId, LEADS } = process.env;
const leads = LEADS.split(',');
/** Clients that wait for an answer before they send the next request, while the rate is measured. */
const clients = 16;
/** Closes idle connections after 4 s: a stopping server waits for that (decision 0071). */
const agent = new Agent({ keepAlive: true, timeout: 4000 });
const counts = {};
const failures = [];
const sockets = [];
const statusOf = new Map(leads.map((id) => [id, 'new']));
const busy = new Set();
const base = await tunnelTo(new URL(BASE));
let sent = 0;
/** Answers a second while the rate was measured. */
let measured = null;
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

function next() {
  sent += 1;
  return sent % 5 === 0 ? write() : read(paths[sent % paths.length]);
}

async function measure(seconds) {
  const [before, startedAt] = [sent, performance.now()];
  const one = async () => {
    while (performance.now() - startedAt < seconds * 1000) await next();
  };
  await Promise.all(Array.from({ length: clients }, one));
  return ((sent - before) / (performance.now() - startedAt)) * 1000;
}

/** Returns the timer. A late timer sends all requests that are due, so the rate holds on a busy machine too. */
function sendSteadily(perSecond) {
  const [before, startedAt] = [sent, performance.now()];
  return setInterval(() => {
    while (sent - before < ((performance.now() - startedAt) / 1000) * perSecond) void next();
  }, 5);
}

const printState = () => {
  const truth = Object.fromEntries(statusOf);
  const socketStates = sockets.map(({ number, opened, list }) => ({ number, opened, list }));
  const state = {
    measured,
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
process.once('SIGTERM', () => {
  ended = true;
  printState();
  process.exit(0);
});
await measure(2 * Number(MEASURE_SECONDS));
measured = await measure(Number(MEASURE_SECONDS));
const ticker = sendSteadily(measured / 2);
process.once('SIGUSR2', () => {
  clearInterval(ticker);
  stopped = true;
});
