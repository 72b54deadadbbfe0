// `npm run dev`: restarts the services and reloads the web app when their sources change. PORT is the port of the API.
// WEB_PORT is the port of the web app, which forwards API calls.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { watchFolders } from './watch-folders.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['apps', 'packages', 'services', 'proto'].map((name) => root + name);
const entry = `${root}apps/all-in-one/src/main.mjs`;
const webPort = process.env.WEB_PORT || '5173';

let services;
let restarting = false;
let ending = false;

function startServices() {
  restarting = false;
  services = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry], {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  createInterface(services.stdout).on('line', (line) => console.log(readyLine(line)));
  services.once('exit', (code, signal) => {
    services = undefined;
    if (restarting && !ending) startServices();
    else if (!ending) console.log(`The services ended (${signal ?? code}). They start again when a file is saved`);
  });
}

/** Browsers open Vite's server of the web app; the services only answer the API. */
function readyLine(line) {
  const api = /^Earshot is ready at (\S+)$/.exec(line)?.[1];
  if (api === undefined) return line;
  return `Open http://127.0.0.1:${webPort} (restarts and reloads when files change; the API is at ${api})`;
}

function restartServices() {
  if (services === undefined) startServices();
  else if (!restarting) {
    restarting = true;
    services.kill('SIGTERM');
  }
}

const vite = [`${root}node_modules/vite/bin/vite.js`, '--host', '127.0.0.1', '--port', webPort, '--strictPort'];
const web = spawn(process.execPath, [...vite, '--clearScreen', 'false', '--logLevel', 'warn'], {
  cwd: `${root}web`,
  stdio: ['ignore', 'inherit', 'inherit'],
});
web.once('exit', (code) => {
  if (!ending) console.error(`The web app's server ended (${code}). WEB_PORT gives it another port than ${webPort}`);
  process.exitCode = ending ? 0 : 1;
  end();
});

const unwatch = watchFolders(sources, () => {
  console.log('A file changed: restarting the services');
  restartServices();
});

/** The process exits after both children have exited. */
function end() {
  ending = true;
  unwatch();
  web.kill('SIGTERM');
  services?.kill('SIGTERM');
}

process.once('SIGINT', end);
process.once('SIGTERM', end);
startServices();
