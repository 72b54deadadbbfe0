// Shortens the declarations that `buf generate` writes: removes field numbers, which the .proto file holds, and blank lines.
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../proto/events/gen/', import.meta.url);

for (const path of globSync('**/*.d.ts', { cwd: root })) {
  const declarations = readFileSync(new URL(path, root), 'utf8')
    .replaceAll(/^ *\/\*\*\n \* Describes the [^/]*\*\/\n/gm, '')
    .replaceAll(/^( *\*\n)? *\* @generated from .*\n/gm, '')
    .replaceAll(/^ *\/\*\*\n *\*\/\n/gm, '')
    .replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, '$1/** $2 */')
    .replaceAll(/\n+(?=\n +|\nexport declare const \w+Schema)/g, '')
    .replaceAll(/\{\n +value: (\w+);\n +case: ("\w+");\n +\}/g, '{ value: $1; case: $2 }')
    .replaceAll(' | { ', '\n    | { ');
  writeFileSync(new URL(path, root), declarations);
}
