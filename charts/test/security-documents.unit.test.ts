import { allServices } from '@earshot/all-in-one/services';
import { contracts } from '@earshot/proto/http';
import { notConnected } from '@earshot/testing';
import { describe, expect, it } from '@jest/globals';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { clusterRows } from '../src/document-tables.ts';
import { secretSettings } from '../src/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = 'docs/security';
const pages = ['SECURITY.md', ...globSync(`${folder}/*.md`, { cwd: root })];
const spansOf = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);

/** The rows of the first table below a heading, without its head, each as its cells. */
function rowsBelow(page: string, heading: string): string[][] {
  const [, section] = textOf(`${folder}/${page}`).split(`\n## ${heading}\n`);
  const lines = section?.split('\n## ')[0]?.split('\n') ?? [];
  const table = lines.filter((line) => line.startsWith('|')).slice(2);
  if (table.length === 0) throw new Error(`${page} lacks a table below "${heading}"`);
  return table.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the security documents', () => {
  it('classify every collection', async () => {
    const levels = rowsBelow('data-classification.md', 'Levels').map(([level]) => level);
    const rows = rowsBelow('data-classification.md', 'Stored data');
    expect(rows.filter(([, , level]) => !levels.includes(level))).toEqual([]);
    const documents = notConnected();
    const stored = allServices.flatMap(({ database, models }) =>
      (models?.(documents) ?? []).map(({ collection: { name } }) =>
        name === 'tombstones' ? '`tombstones` all' : `\`${name}\` ${String(database)}`,
      ),
    );
    await documents.close();
    expect(rows.map(([name, service]) => `${name} ${service}`).toSorted()).toEqual([...new Set(stored)].toSorted());
  });

  it('list every secret, with its rotation', () => {
    const listed = rowsBelow('standards.md', 'Secrets').flatMap(([names = '']) => spansOf(names));
    const files = [...clusterRows().keys()].filter((name) => /(?<!PUBLIC)_KEYS?_FILE$/.test(name));
    const keys = files.filter((name) => !name.includes('PUBLIC'));
    expect(keys.length).toBeGreaterThan(2);
    expect(listed.toSorted()).toEqual([...secretSettings, ...keys].toSorted());
  });

  it('list every address to which Earshot connects', () => {
    const listed = rowsBelow('transport.md', 'Outgoing connections').flatMap(([, address = '']) => spansOf(address));
    const settings = [...clusterRows().keys()].filter((name) => /_(URLS?|ISSUER|BROKERS|ENDPOINT)$/.test(name));
    const sources = globSync('packages/sources/src/*/*.ts', { cwd: root }).map(textOf).join('\n');
    const found = [...sources.matchAll(/'((?:https|wss):\/\/[^']+)'/g)].map(([, site = '']) => site);
    const sites = found.filter((site) => !site.endsWith('.invalid'));
    expect(Math.min(settings.length, sites.length)).toBeGreaterThan(2);
    expect(listed.toSorted()).toEqual([...new Set([...settings, ...sites])].toSorted());
  });

  it('list every call that needs a confirmed session', () => {
    const spans = spansOf(textOf(`${folder}/accounts.md`));
    const calls = Object.values(contracts).filter(({ confirm }) => confirm);
    const missing = calls.filter(({ method, path }) => {
      const isFactor = path.startsWith('/api/auth/factors') && spans.includes('/api/auth/factors/...');
      return !isFactor && !spans.includes(`${method} ${path}`);
    });
    expect(calls.length).toBeGreaterThan(4);
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('name the contact that security.txt has by default', () => {
    const gateway = allServices.find(({ name }) => name === 'gateway')?.config.parse({});
    const { EARSHOT_SECURITY_CONTACT: contact } = z.object({ EARSHOT_SECURITY_CONTACT: z.string() }).parse(gateway);
    expect(textOf('SECURITY.md')).toContain(`](${contact})`);
  });
});

/** Every source file, without what is installed or built. */
const sources = globSync('{.ci,apps,bench,charts,docs,e2e,k8s,packages,proto,scripts,services,web}/**/*.*', {
  cwd: root,
  exclude: (path) => ['node_modules', 'dist'].includes(basename(path)),
});
const names = new Set(sources.map((path) => basename(path)));
const atRoot = readdirSync(root);
/** How GitHub names the heading of a section in a link. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

describe.each(pages)('%s', (page) => {
  const text = textOf(page);
  const spans = [...new Set(spansOf(text))];

  it('links to sections that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g)];
    const broken = links.flatMap(([link, path = '', anchor]) => {
      const target = path === '' ? page : join(dirname(page), path);
      const exists = sources.includes(target) || atRoot.includes(target);
      const headings = exists ? textOf(target).matchAll(/^#+ (.+)$/gm) : [];
      const anchors = [...headings].map(([, heading = '']) => anchorOf(heading));
      return exists && (anchor === undefined || anchors.includes(anchor)) ? [] : [link];
    });
    expect(broken).toEqual([]);
  });

  it('names files that exist', () => {
    const named = spans.filter(
      (span) => /^[\w./-]+\.(?:ts|mjs|js|md|proto|yaml)$/.test(span) && span !== 'values.yaml',
    );
    const missing = named.filter((path) => !sources.includes(path) && !names.has(path) && !atRoot.includes(path));
    expect(missing).toEqual([]);
  });

  it('names settings that exist', () => {
    const known = new Set([
      ...clusterRows().keys(),
      ...spansOf(textOf('README.md')),
      ...(textOf('.env').match(/^\w+/gm) ?? []),
    ]);
    const settings = spans.flatMap((span) => /^([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S+)?$/.exec(span)?.[1] ?? []);
    const others = ['OTEL_EXPORTER_OTLP_HEADERS', 'SECURITY_LOG_KEY_FILE'];
    expect(settings.filter((name) => !known.has(name) && !others.includes(name))).toEqual([]);
  });
});

describe('the lockfile', () => {
  const locked = z.object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        link: z.boolean().default(false),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        dev: z.boolean().default(false),
        hasInstallScript: z.boolean().default(false),
      }),
    ),
  });
  const own: unknown = JSON.parse(textOf('package.json'));
  const all = Object.entries(locked.parse(JSON.parse(textOf('package-lock.json'))).packages);
  const installed = all.filter(([path, { link }]) => path.includes('node_modules/') && !link);

  it('has the integrity of every package, and no registry', () => {
    expect(installed.length).toBeGreaterThan(500);
    const unsafe = installed.filter(
      ([, { integrity, resolved }]) => !integrity?.startsWith('sha512-') || resolved !== undefined,
    );
    expect(unsafe.map(([path]) => path)).toEqual([]);
  });

  it('has no package with an install script outside development, except those whose script npm is told not to run', () => {
    const scripts = installed.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev);
    const { allowScripts } = z.object({ allowScripts: z.record(z.string(), z.literal(false)) }).parse(own);
    expect(scripts.map(([path]) => path)).toEqual(Object.keys(allowScripts).map((name) => `node_modules/${name}`));
  });

  it('has every risky component that the documents name', () => {
    const rows = rowsBelow('supply-chain.md', 'Risky components');
    const named = rows.flatMap(([components = '']) => spansOf(components)).filter((name) => !name.endsWith('/*'));
    const paths = new Set(installed.map(([path]) => path.replace(/^.*node_modules\//, '')));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !paths.has(name))).toEqual([]);
  });
});
