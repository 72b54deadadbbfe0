/**
 * Bans `...{ a, b }` in an object and `...[a, b]` in an array: they only save lines. Spreads of variables and of
 * conditions (`...(x && { a })`) are fine.
 */
export const noLiteralSpread = {
  meta: {
    type: 'suggestion',
    fixable: 'code',
    schema: [],
    messages: { literal: 'Write the entries without a spread.' },
  },
  create(context) {
    const report = (literal) =>
      context.report({
        node: literal.parent,
        messageId: 'literal',
        fix: (fixer) => {
          const entries = context.sourceCode.getText(literal).slice(1, -1).trim().replace(/,$/, '');
          return entries === '' ? null : fixer.replaceText(literal.parent, entries);
        },
      });
    return {
      'ObjectExpression > SpreadElement > ObjectExpression': report,
      'ArrayExpression > SpreadElement > ArrayExpression': report,
    };
  },
};
