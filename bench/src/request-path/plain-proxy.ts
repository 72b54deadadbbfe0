import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { Agent, createServer } from 'node:http';
import { printAddress } from '../print-address.ts';

/** The baseline: Express and http-proxy-middleware with kept connections, without sessions, limits or a log. */
const target = process.env['UPSTREAM'];
if (target === undefined) throw new Error('UPSTREAM is missing');
const app = express();
app.use(createProxyMiddleware({ target, changeOrigin: true, agent: new Agent({ keepAlive: true }) }));
printAddress(createServer(app));
