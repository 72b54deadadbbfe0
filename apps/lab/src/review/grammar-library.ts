import { LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';

/** Finds grammatical faults in English texts, for reviews and tests only: it takes far too much memory for a service. */
export interface GrammarLibrary {
  /** Descriptions of the faults of a message, with the words they are about. Quotations are not judged. */
  check(message: string): Promise<string[]>;
}

/** Names are no spelling mistakes; whether a list has a last comma is the owner's choice, as is the length of a sentence. */
const OFF = ['SpellCheck', 'LongSentences', 'OxfordComma'];

/** Loads harper.js. */
export async function grammarLibrary(): Promise<GrammarLibrary> {
  const linter = new LocalLinter({ binary });
  await linter.setup();
  const config = await linter.getLintConfig();
  await linter.setLintConfig({ ...config, ...Object.fromEntries(OFF.map((rule) => [rule, false])) });
  return {
    check: async (message) => {
      // A quotation is somebody else's, and a community is a name. The words in their places keep the sentence complete.
      const own = message.replace(/"[^"]*"(?<mark>[.?]?)/g, 'this$<mark>').replace(/\br\/\w+/g, 'London');
      const lints = await linter.lint(own, { language: 'plaintext' });
      return lints.map((lint) => `${lint.message()} ("${lint.get_problem_text()}")`);
    },
  };
}
