import { describe, expect, it } from '@jest/globals';
import { fold, isSameText, searchTerms, wordsOf } from '@earshot/text';

describe('the form in which texts are compared', () => {
  it.each([
    ['Women’s studio', "women's studio"],
    ['women\u2011owned \u2010\u2012\u2013\u2014\u2015', 'women-owned -----'],
    ['in\u200bvo\u00adice\ufeff', 'invoice'],
    ['two\u00a0words\u202fhere', 'two words here'],
    ['ＦＵＬＬ－ｗｉｄｔｈ １２', 'full-width 12'],
    ['Café, re\u0301sume\u0301, naïve, São', 'cafe, resume, naive, sao'],
    ['Foo™ costs €5 a m²', 'foo™ costs €5 a m2'],
    ['İstanbul', 'istanbul'],
    ['Ёлка й', 'елка й'],
    ['plain ASCII, "as it is"', 'plain ascii, "as it is"'],
  ])('%s is compared as: %s', (text, folded) => {
    expect(fold(text).text).toBe(folded);
    expect(fold(folded).text).toBe(folded);
  });

  it.each([
    ['Büro', 'buero'],
    ['Straße', 'strasse'],
    ['smørbrød', 'smoerbroed'],
  ])('%s may be written %s where the keyboard lacks the letter', (text, folded) => {
    expect(fold(text).text).toBe(folded);
  });

  it.each([
    ['schön', 'schon'],
    ['año', 'ano'],
    ['が', 'か'],
    ['हिन्दी', 'हनद'],
  ])('%s is another word than %s', (one, other) => {
    expect(fold(one).text).not.toBe(fold(other).text);
  });

  it('knows where each place is in the original', () => {
    const text = 'A “Wo\u200bmen’s” Straße in Cafe\u0301 1';
    const { text: folded, originOf } = fold(text);
    const found = (words: string) => {
      const at = folded.indexOf(words);
      return text.slice(originOf(at), originOf(at + words.length));
    };
    expect(found("women's")).toBe('Wo\u200bmen’s');
    expect(found('strasse')).toBe('Straße');
    expect(found('cafe 1')).toBe('Cafe\u0301 1');
    expect(originOf(folded.length)).toBe(text.length);
  });
});

describe('what compares texts', () => {
  it('returns words with their place in the given text', () => {
    const text = 'In\u200bvoice the Büro';
    expect(wordsOf(text).map(({ word, start, end }) => [word, text.slice(start, end)])).toEqual([
      ['invoice', 'In\u200bvoice'],
      ['the', 'the'],
      ['buero', 'Büro'],
    ]);
  });

  it('finds what looks the same', () => {
    expect(searchTerms('women’s ｉnvoi\u200bce')).toEqual(searchTerms("women's invoice"));
    expect(isSameText('My client won’t pay me', "My\u00a0cli\u200bent won't pay me")).toBe(true);
  });
});
