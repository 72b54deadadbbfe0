/** The OAuth scopes that the site's clients use, with their descriptions. */
export const SCOPES: Readonly<Record<string, readonly [name: string, description: string]>> = {
  account: ['Update account information', 'Change preferences and other settings of the account.'],
  creddits: ['Spend credits', 'Give awards from the account.'],
  edit: ['Edit posts', 'Edit and delete own comments and posts.'],
  flair: ['Manage own flair', 'Choose flair for the account and for own posts.'],
  history: ['History', 'Read what the account wrote, saved and voted on.'],
  identity: ['My identity', 'Read the account name and sign-up date.'],
  livemanage: ['Manage live threads', 'Change settings and contributors of live threads.'],
  modconfig: ['Moderate configuration', 'Change settings of communities the account moderates.'],
  modcontributors: ['Approve and ban users', 'Add or remove users of communities the account moderates.'],
  modflair: ['Moderate flair', 'Manage flair in communities the account moderates.'],
  modlog: ['Moderation log', 'Read the moderation log of moderated communities.'],
  modmail: ['Moderation mail', 'Read and answer mail to moderators.'],
  modothers: ['Invite moderators', 'Invite or remove other moderators.'],
  modposts: ['Moderate posts', 'Approve, remove and mark posts in moderated communities.'],
  modself: ['Accept invitations', 'Accept or leave a moderator position.'],
  modwiki: ['Moderate wikis', 'Change who may edit wiki pages.'],
  mysubreddits: ['My communities', 'List the communities the account reads, moderates or contributes to.'],
  privatemessages: ['Private messages', 'Read the inbox and send messages.'],
  read: ['Read content', 'Read posts and comments through the account.'],
  report: ['Report content', 'Report content for breaking rules.'],
  save: ['Save content', 'Save and unsave comments and posts.'],
  structuredstyles: ['Edit styles', 'Edit the appearance of moderated communities.'],
  submit: ['Submit content', 'Submit posts and comments from the account.'],
  subscribe: ['Edit subscriptions', 'Join and leave communities.'],
  vote: ['Vote', 'Vote on comments and posts.'],
  wikiedit: ['Edit wiki pages', 'Edit wiki pages on behalf of the account.'],
  wikiread: ['Read wiki pages', 'Read wiki pages through the account.'],
};

/** Whether a granted scope ('*' or names separated by spaces or commas) covers `needed`. */
export function allows(granted: string, needed: string | null): boolean {
  return needed === null || granted === '*' || granted.split(/[\s,]+/).includes(needed);
}
