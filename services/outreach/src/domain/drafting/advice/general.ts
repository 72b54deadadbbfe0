import type { PostKind } from '../details.ts';

/** Advice for every trade: imperative clauses that also work after "I would". */
export const generalAdvice: Readonly<Record<PostKind, readonly string[]>> = {
  choice: [
    'settle which two things it has to do well for you, and drop whatever fails one of them, however good the rest looks',
    'ask people who have used it for a year what they dislike, since reviews of the first week all sound alike',
    'decide by what would annoy you every day, because on paper the candidates tend to look the same',
  ],
  search: [
    'write down the two or three things that must be there, and ask everyone the same questions about those',
    'ask for an example that is close to your own case, since that says more than a list of features',
    'find out how you would get out again (notice, export, returns) before you commit to anything',
  ],
  problem: [
    'write down what you have tried and what came of it each time, because whoever helps you will ask for exactly that',
    'try the change that is easiest to undo first, and only one at a time, so that you can tell what helped',
    'settle what a good outcome would look like for you, since that decides which of the answers here are of any use',
  ],
  question: [
    'ask two people who did it recently what they would do differently, since that is rarely in any guide',
    'look for people whose situation is close to yours, because advice from another one can be plain wrong',
    'write down what you want to have at the end and by when, because that rules out most of the options',
  ],
  talk: [
    'pick the one part that bothers you most and ask about that alone, since narrow questions get the better answers',
    'settle what a good outcome would look like for you, since that decides which of the answers here are of any use',
    'look for people whose situation is close to yours, because advice from another one can be plain wrong',
  ],
};
