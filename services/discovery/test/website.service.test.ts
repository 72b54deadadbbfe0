import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earshot/core';
import { freePorts } from '@earshot/core/testing';
import { discoveryContract } from '@earshot/proto/http';
import { startTestServices, type TestServices } from '@earshot/testing';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { discoveryService } from '../src/service.ts';

const page = (head: string, body: string) => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const menu = '<nav><a href="/about-us">About us</a> <a href="/prices">Pricing</a> <a href="/jobs">Jobs</a></nav>';
const html: Record<string, string> = {
  '/': page(
    '<title>Oven Ledger | Invoices for bakeries</title><meta name="description" content="Invoicing software for bakeries &amp; caf&eacute;s.">',
    `${menu}<h1>Send invoices before the dough has risen</h1>
     <p>We use cookies to make this website better.</p>
     <p>Oven Ledger sends every invoice on the day of delivery. It reminds late payers, politely.</p>
     <script>document.write("Nobody reads this sentence in a script.")</script><footer>Oven Ledger Ltd, all rights reserved</footer>`,
  ),
  '/about-us': page(
    '<title>About</title>',
    `${menu}<p>Two bakers from Leeds built it because their wholesale customers paid late.</p>`,
  ),
  '/prices': page(
    '<title>Pricing</title>',
    '<ul><li>The plan for one shop costs 19 pounds a month.</li><li>Free</li></ul>',
  ),
  '/jobs': page('<title>Jobs</title>', '<p>We are looking for an engineer who loves bread and sourdough.</p>'),
  '/app': page('<title>App</title>', '<div id="root"></div><noscript>You need JavaScript to run this app.</noscript>'),
};

let site: Server;
let origin = '';
let asked: string[] = [];
let services: TestServices;
beforeAll(async () => {
  site = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/loop') response.writeHead(302, { location: '/loop' }).end();
    else if (path === '/brochure.pdf') response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF');
    else if (path === '/inside') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else if (html[path] === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html[path]);
  });
  const [port] = await freePorts(1);
  site.listen(port, '127.0.0.1');
  await once(site, 'listening');
  origin = `http://127.0.0.1:${port}`;
  services = await startTestServices([discoveryService], { settings: { OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await services.stop();
  site.close();
});

const describeBy = (address: string) =>
  services.fetch(discoveryContract.describeByWebsite, { userId: newId(), body: { address } });

describe('the description of a business by its website', () => {
  it('has the words of the first page and of those that say what it does', async () => {
    asked = [];
    const { status, body } = await describeBy(origin);
    expect(status).toBe(200);
    expect(body).toEqual({
      businessDescription:
        'Oven Ledger: Invoicing software for bakeries & cafés. Send invoices before the dough has risen. ' +
        'Oven Ledger sends every invoice on the day of delivery. It reminds late payers, politely. ' +
        'Two bakers from Leeds built it because their wholesale customers paid late. ' +
        'The plan for one shop costs 19 pounds a month.',
    });
    expect(asked.toSorted()).toEqual(['/', '/about-us', '/prices']);
  });

  it.each([
    ['/missing', 'returned error 404. Check the address.'],
    ['/brochure.pdf', 'did not send a web page'],
    ['/loop', 'redirects too many times'],
    ['/inside', 'is not a public address'],
    ['/app', 'found no text on its pages'],
  ])('says why %s cannot be read', async (path, reason) => {
    const { status, body } = await describeBy(`${origin}${path}`);
    expect({ status, body }).toMatchObject({
      status: 404,
      body: { code: 'website.unreadable', message: expect.stringContaining(reason) },
    });
  });

  it.each(['http://169.254.169.254/latest', 'http://[::1]/', 'http://10.0.0.1'])(
    'does not ask the private address %s',
    async (address) => {
      expect((await describeBy(address)).body).toMatchObject({
        message: expect.stringContaining('is not a public address'),
      });
    },
  );

  it.each(['', 'not an address', 'ftp://acme.example', 'https://user:secret@acme.example', 'acme'])(
    'refuses "%s", which is no address of a website',
    async (address) => {
      expect(await describeBy(address)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    },
  );
});
