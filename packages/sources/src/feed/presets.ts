import { siteAt } from '../stack-exchange/sites.ts';
import { decoded } from '../typed.ts';

/** A feed as communities name it: its address, and the name under which people see it. */
export interface FeedName {
  readonly address: string;
  readonly label: string;
}

/** Turns the address of a page into that of its feed; null if the page has none that its address tells. */
type Preset = (page: { readonly url: URL; readonly path: readonly string[] }) => FeedName | null;

const stackExchangeTag: Preset = ({ url, path: [section, kind, tag] }) => {
  const site = siteAt(url.host);
  if (site === null || section !== 'questions' || kind !== 'tagged' || tag === undefined) return null;
  return {
    address: `https://${url.host}/feeds/tag?tagnames=${tag}&sort=newest`,
    label: `${site.label}: ${decoded(tag)}`,
  };
};

const substack: Preset = ({ url, path: [section] }) => {
  const [, name] = /^([a-z\d-]+)\.substack\.com$/.exec(url.host) ?? [];
  if (name === undefined || name === 'www' || section === 'feed') return null;
  return { address: `https://${url.host}/feed`, label: `Substack: ${name}` };
};

/** Presets of single sites, by host without `www.`. */
const byHost = new Map<string, Preset>([
  [
    'lobste.rs',
    ({ path: [section, tag] }) =>
      section === 't' && tag !== undefined && !tag.endsWith('.rss')
        ? { address: `https://lobste.rs/t/${tag}.rss`, label: `Lobsters: ${decoded(tag)}` }
        : null,
  ],
  [
    'dev.to',
    ({ path: [section, tag] }) =>
      section === 't' && tag !== undefined
        ? { address: `https://dev.to/feed/tag/${tag}`, label: `DEV: #${decoded(tag)}` }
        : null,
  ],
  [
    'medium.com',
    ({ path: [section, tag] }) => {
      if (section === 'tag' && tag !== undefined)
        return { address: `https://medium.com/feed/tag/${tag}`, label: `Medium: ${decoded(tag)}` };
      if (section === undefined || section === 'feed') return null;
      return { address: `https://medium.com/feed/${section}`, label: `Medium: ${decoded(section)}` };
    },
  ],
  [
    'youtube.com',
    ({ path: [section, id] }) =>
      section === 'channel' && id !== undefined
        ? { address: `https://www.youtube.com/feeds/videos.xml?channel_id=${id}`, label: `YouTube: ${id}` }
        : null,
  ],
  [
    'github.com',
    ({ path: [owner, repository, section] }) =>
      section === 'discussions'
        ? {
            address: `https://github.com/${owner}/${repository}/discussions.atom?discussions_q=sort%3Adate_created`,
            label: `GitHub: ${owner}/${repository} discussions`,
          }
        : null,
  ],
]);

/** The feed of a page of a well-known site; null for other pages. */
export function presetOf(url: URL): FeedName | null {
  const page = { url, path: url.pathname.split('/').filter((part) => part !== '') };
  const own = byHost.get(url.host.replace(/^www\./, ''));
  return own?.(page) ?? stackExchangeTag(page) ?? substack(page);
}

/**
 * Where forum and community software keeps the feed of a page, by the form of the page's address. These are guesses,
 * because anybody may run the software, so each must be asked for.
 */
export function softwareFeeds(page: URL): readonly string[] {
  const at = (path: string) => `${page.origin}${path}`;
  const path = page.pathname.replace(/\/+$/, '');
  const found: string[] = [];
  // Discourse: categories have a number, tags a name.
  if (/^\/c\/.+\/\d+$/.test(path) || /^\/tags?\/[^/]+$/.test(path)) found.push(at(`${path}.rss`));
  // Mastodon: hashtags and accounts.
  if (/^\/@[\w.-]+$/.test(path)) found.push(at(`${path}.rss`));
  // Lemmy, and then PeerTube: both call what people follow /c/name.
  const [, name] = /^\/c\/([\w.@-]+)(?:\/videos)?$/.exec(path) ?? [];
  if (name !== undefined)
    found.push(at(`/feeds/c/${name}.xml?sort=New`), at(`/feeds/videos.xml?videoChannelName=${name}`));
  const [, account] = /^\/a\/([\w.@-]+)(?:\/videos|\/video-channels)?$/.exec(path) ?? [];
  if (account !== undefined) found.push(at(`/feeds/videos.xml?accountName=${account}`));
  // phpBB: the forum's number is in the query.
  const [, folder = ''] = /^(.*)\/viewforum\.php$/.exec(path) ?? [];
  const forum = page.searchParams.get('f');
  if (path.endsWith('/viewforum.php') && /^\d+$/.test(forum ?? ''))
    found.push(at(`${folder}/app.php/feed/forum/${forum}`));
  return found;
}
