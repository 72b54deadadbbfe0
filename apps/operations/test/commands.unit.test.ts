import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printable } from '../src/printable.ts';
import { run } from './operate.ts';

describe('operations', () => {
  it.each([[[]], [['make-tea']], [['__proto__']]])('prints the usage of all commands for %j', async (args) => {
    const { code, lines } = await run(args);
    expect(code).toBe(2);
    for (const name of ['topics', 'indexes', 'dlq', 'analytics', 'keys', 'export', 'import']) {
      expect(lines.join('\n')).toContain(`    ${name}`);
    }
  });

  it('prints the usage of one command if it gets an extra argument', async () => {
    const { code, lines } = await run(['indexes', 'users']);
    expect([code, lines[0]]).toEqual([2, 'unknown argument "users"']);
    expect(lines.join('\n')).not.toContain('keys');
  });

  it('names all missing and wrong settings at once', async () => {
    const { code, lines } = await run(['indexes'], { MONGODB_URL: '', EARSHOT_NAMESPACE: 'Not So' });
    expect(code).toBe(1);
    expect(lines.join()).toContain('MONGODB_URL is missing');
    expect(lines.join()).toContain('EARSHOT_NAMESPACE must be');
  });

  it('creates no users without a password for each of them, and prints no password', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'earshot-'));
    const file = join(folder, 'passwords.json');
    const settings = { KAFKA_BROKERS: '127.0.0.1:1', MONGODB_URL: 'mongodb://127.0.0.1:1/' };
    for (const [text, reason] of [
      ['{"lead":"hush"}', 'lacks a password for sandbox, auth'],
      ['{"lead":hush}', 'is not a JSON file of passwords by service'],
    ] as const) {
      await writeFile(file, text);
      const { code, lines } = await run(['store-users', 'create', file], settings);
      expect([code, lines]).toEqual([1, [expect.stringContaining(reason)]]);
      expect(lines.join()).not.toContain('hush');
    }
    await rm(folder, { recursive: true });
    expect((await run(['store-users', 'create'], settings)).code).toBe(2);
  });

  it('replaces terminal control characters in untrusted text', () => {
    expect(printable('a\u001b[31mred\r\u0007\u009b1mb\u202ec\n\td')).toBe(
      'a\ufffd[31mred\ufffd\ufffd\ufffd1mb\ufffdc\n\td',
    );
  });
});
