/** The OAuth scopes that Earshot asks for, with their descriptions. */
export const SCOPES: Readonly<Record<string, readonly [name: string, description: string]>> = {
  edit: ['Edit posts', 'Edit and delete own comments and posts.'],
  history: ['History', 'Read what the account wrote, saved and voted on.'],
  identity: ['My identity', 'Read the account name and sign-up date.'],
  privatemessages: ['Private messages', 'Read the inbox and send messages.'],
  read: ['Read content', 'Read posts and comments through the account.'],
  submit: ['Submit content', 'Submit posts and comments from the account.'],
};

/** Whether a granted scope ('*' or names separated by spaces or commas) covers `needed`. */
export function allows(granted: string, needed: string | null): boolean {
  return needed === null || granted === '*' || granted.split(/[\s,]+/).includes(needed);
}
