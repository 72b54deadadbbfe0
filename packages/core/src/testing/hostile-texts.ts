/**
 * What attackers repeat to make a search slow: blank lines and spaces, signs, openings without an end, beginnings of
 * addresses and of entities.
 */
export const hostileUnits: readonly string[] = [
  ...' \n\t.-!?"\'([{<&#*>/:\\_aA1é\u200b',
  '!?',
  '? ',
  'a ',
  ' a',
  'a.',
  'a-',
  'a.a',
  '1,',
  '1 ',
  '\n ',
  ' \n',
  '\r\n',
  '[a](',
  '](',
  'http://',
  'a@',
  '&#',
  '%2',
  '%20',
  '&#65;',
  'i ',
  'my ',
  '\n> ',
  '\n# ',
  '<a',
  '"a',
  "a'",
  ', ',
  '. ',
  '<!--',
  '\u0301\u0316',
];

/** The unit repeated to a text of this length. */
export function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}
