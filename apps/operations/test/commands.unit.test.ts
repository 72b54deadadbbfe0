import { describe, expect, it } from '@jest/globals';
import { printable } from '../src/printable.ts';
import { run } from './operate.ts';

describe('operations', () => {
  it.each([[[]], [['make-tea']], [['__proto__']]])('%j is answered with the usage of all commands', async (args) => {
    const { code, lines } = await run(args);
    expect(code).toBe(2);
    for (const name of ['topics', 'indexes', 'dlq', 'analytics', 'keys', 'export', 'import']) {
      expect(lines.join('\n')).toContain(`    ${name}`);
    }
  });

  it('an argument too many is answered with the usage of that command alone', async () => {
    const { code, lines } = await run(['indexes', 'users']);
    expect([code, lines[0]]).toEqual([2, 'unknown argument "users"']);
    expect(lines.join('\n')).not.toContain('keys');
  });

  it('what a command needs and lacks is named at once', async () => {
    const { code, lines } = await run(['indexes'], { MONGODB_URL: '', EARSHOT_NAMESPACE: 'Not So' });
    expect(code).toBe(1);
    expect(lines.join()).toContain('MONGODB_URL is missing');
    expect(lines.join()).toContain('EARSHOT_NAMESPACE must be');
  });

  it('what others wrote cannot steer the terminal', () => {
    expect(printable('a\u001b[31mred\r\u0007\u009b1mb\u202ec\n\td')).toBe(
      'a\ufffd[31mred\ufffd\ufffd\ufffd1mb\ufffdc\n\td',
    );
  });
});
