import { threadMs } from '@earshot/core/testing';
import { describe, expect, it } from '@jest/globals';
import { plainText } from '../src/plain-text.ts';
import { decodeEntities } from '../src/readable-text.ts';

describe('HTML of Hacker News as plain text', () => {
  it.each([
    ['I don&#x27;t know &amp; can&#39;t ask', "I don't know & can't ask"],
    ['One<p>Two<p>Three', 'One\n\nTwo\n\nThree'],
    ['<p>One</p><p></p><p>Two</p>', 'One\n\nTwo'],
    ['<i>very</i> good', 'very good'],
    ['Run:<pre><code>a &lt; b\n  c\n</code></pre>\nThen stop', 'Run:\n\na < b\n  c\n\nThen stop'],
    ['&amp;lt;b&amp;gt; stays as it was typed', '&lt;b&gt; stays as it was typed'],
    ['5 < 6 and AT&T', '5 < 6 and AT&T'],
    ['&#0;&#xD800;&#x110000;&unknown;', '\uFFFD\uFFFD\uFFFD&unknown;'],
    ['a&#7;b\u0000c', 'abc'],
    ['', ''],
  ])('%j becomes %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('keeps the whole address of a link whose text is shortened', () => {
    const address = 'https:&#x2F;&#x2F;example.com&#x2F;a&#x2F;long&#x2F;path?x=1&amp;y=2';
    const shown = 'https:&#x2F;&#x2F;example.com&#x2F;a&#x2F;lo...';
    expect(plainText(`See <a href="${address}" rel="nofollow">${shown}</a>!`)).toBe(
      'See https://example.com/a/long/path?x=1&y=2!',
    );
  });

  it('puts the address after the words of a link, and leaves other schemes out', () => {
    expect(plainText('<a href="https://example.org/x">the <i>page</i></a>')).toBe('the page (https://example.org/x)');
    expect(plainText('<a href="javascript:alert(1)">the page</a>')).toBe('the page');
    expect(plainText('<a href="https://example.org/x">never closed')).toBe('never closed');
  });

  it('takes no longer for hostile input than for any other of its length', () => {
    const startedMs = threadMs();
    for (const piece of ['<', '&', '<a href="', '&#x', '<a ', '</a>']) plainText(piece.repeat(100_000));
    expect(threadMs() - startedMs).toBeLessThan(5_000);
  });

  it('decodes entities in titles and leaves what looks like a tag', () => {
    expect(decodeEntities('Why &lt;b&gt; &amp; <i> are &#x27;old&#x27;')).toBe("Why <b> & <i> are 'old'");
  });
});
