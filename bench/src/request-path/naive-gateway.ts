import { RedisStore as SessionStore } from 'connect-redis';
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import session from 'express-session';
import { createProxyMiddleware } from 'http-proxy-middleware';
import jwt from 'jsonwebtoken';
import { generateKeyPairSync } from 'node:crypto';
import { Agent, createServer } from 'node:http';
import { pinoHttp } from 'pino-http';
import { Histogram } from 'prom-client';
import { RedisStore as LimitStore } from 'rate-limit-redis';
import { createClient } from 'redis';
import { printAddress } from '../print-address.ts';

declare module 'express-session' {
  interface SessionData {
    userId: string;
  }
}

/**
 * The baseline: a gateway of common parts with the gateway's duties. It has sessions and limits for each network and user
 * in Redis, a log line and a measurement for each request, and signs a token for each call. `POST /sign-in` starts a
 * session.
 */
const { UPSTREAM: target, REDIS_URL: url } = process.env;
if (target === undefined || url === undefined) throw new Error('settings are missing');
const redis = await createClient({ url }).connect();
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const seconds = new Histogram({ name: 'requests', help: 'Seconds', labelNames: ['method', 'route', 'status'] });

function limit(prefix: string, key: (req: express.Request) => string) {
  const store = new LimitStore({ prefix, sendCommand: (...args: string[]) => redis.sendCommand(args) });
  return rateLimit({ windowMs: 60_000, limit: 100_000_000, validate: false, keyGenerator: key, store });
}

const app = express();
app.set('trust proxy', 1);
app.get('/health', (_req, res) => void res.send('ready'));
app.use(pinoHttp());
app.use((req, res, next) => {
  const measured = seconds.startTimer({ method: req.method, route: req.path });
  res.once('finish', () => measured({ status: res.statusCode }));
  next();
});
app.use(limit('network:', ({ ip = '' }) => ip));
const store = new SessionStore({ client: redis, prefix: 'session:' });
app.use(session({ store, secret: 'a secret', resave: false, saveUninitialized: false }));
app.post('/sign-in', (req, res) => {
  req.session.userId = 'bench';
  res.status(204).end();
});
app.use((req, res, next) => {
  if (req.session.userId === undefined) res.status(401).json({ code: 'auth.unauthorized' });
  else next();
});
app.use(limit('user:', ({ session: { userId = '' } }) => userId));
app.use((req, _res, next) => {
  const claims = { iss: 'gateway', aud: 'lead', sub: req.session.userId };
  req.headers['x-token'] = jwt.sign(claims, privateKey, { algorithm: 'ES256', expiresIn: 60 });
  delete req.headers.cookie;
  next();
});
app.use(createProxyMiddleware({ target, changeOrigin: true, agent: new Agent({ keepAlive: true }) }));
printAddress(createServer(app));
