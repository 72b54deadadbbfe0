import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = new URL('../', import.meta.url).pathname;
const owner = 'src/config/tokens.ts';

/** CSS colour names, except `transparent` and `currentColor`. */
const names =
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood ' +
  'cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray ' +
  'darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen ' +
  'darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue ' +
  'firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew ' +
  'hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
  'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
  'lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue ' +
  'mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred ' +
  'midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
  'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
  'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue ' +
  'slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white ' +
  'whitesmoke yellow yellowgreen';
const named = `(?:${names.split(' ').join('|')})`;
const numeric = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/gi;

/** Shadows are a percentage of black. For print and translucent surfaces there is no token. */
const shadow = /color-mix\(in srgb, (?:black|white) \d+%, transparent\)/g;

function inStyles(text: string): string[] {
  const plain = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(shadow, '')
    .replace(/var\([^)]*\)|'[^']*'|"[^"]*"|url\([^)]*\)/g, '');
  const values = [...plain.matchAll(/:([^;{}]*)[;}]/g)].map(([, value = '']) => value);
  const word = new RegExp(`(?<![\\w-])${named}(?![\\w-])`, 'gi');
  return values.flatMap((value) => [...(value.match(numeric) ?? []), ...(value.match(word) ?? [])]);
}

function inScripts(text: string): string[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '');
  // Only strings can contain colours; in JSX text, '#' with a digit is text.
  const strings = plain.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? [];
  const given = new RegExp(
    `(?:colou?r|fill|stroke|background|border|shadow)\\w*['"]?\\s*[:=]\\s*\\{?['"\`]${named}\\b`,
    'gi',
  );
  return [...strings.flatMap((string) => string.match(numeric) ?? []), ...(plain.match(given) ?? [])];
}

const coloursIn = (name: string, text: string) => (name.endsWith('.css') ? inStyles(text) : inScripts(text));

describe('colours have one owner', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(css|tsx?)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

  it('no other file holds a colour value', () => {
    const found = files
      .filter((file) => file !== owner)
      .flatMap((file) => coloursIn(file, readFileSync(join(root, file), 'utf8')).map((colour) => `${file}: ${colour}`));
    expect(found).toEqual([]);
  });

  it('the owner holds many, which this test can see', () => {
    expect(coloursIn(owner, readFileSync(join(root, owner), 'utf8')).length).toBeGreaterThan(20);
  });

  it.each([
    ['a.css', '.a { color: #fff; }', ['#fff']],
    ['a.css', '.a { border: 1px solid Tomato }', ['Tomato']],
    ['a.css', '.a { background: rgb(1 2 3); }', ['rgb(']],
    ['a.css', '.a { color: var(--red); white-space: pre; transition: none; }', []],
    ['a.tsx', "const a = { color: 'red' };", ["color: 'red"]],
    ['a.tsx', "const a = 'hsl(1 2% 3%)'; // #fff", ['hsl(']],
    ['a.tsx', "const href = '#content'; const tone = 'green';", []],
  ])('in %s, %s: %j', (name, text, colours) => {
    expect(coloursIn(name, text)).toEqual(colours);
  });
});
