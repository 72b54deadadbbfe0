import { createServer } from 'node:http';
import { printAddress } from '../print-address.ts';

/** Three communities as GET /api/subreddits returns them. */
const rows = ['startups', 'smallbusiness', 'freelance'].map((name) => ({
  id: `0199aa00-0000-7000-8000-00000000${name.length}000`,
  name,
  source: 'sample',
  starred: false,
  members: 1_250_000,
  createdAt: '2026-11-21T12:00:00.000Z',
}));
const body = JSON.stringify(rows);
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) };

/** The owner of every call of the benchmark: one constant answer. */
printAddress(createServer((_req, res) => res.writeHead(200, headers).end(body)));
