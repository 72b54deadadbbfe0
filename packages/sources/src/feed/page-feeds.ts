import { Parser } from 'htmlparser2';

const feedTypes = /^application\/(?:rss|atom|feed)\+(?:xml|json)|^application\/(?:rdf\+xml|json)$/i;
/** Feeds of comments are not what people mean by the feed of a page. */
const ofComments = /comment/i;

/** The addresses of the feeds that an HTML page names in its head, the most likely first. */
export function feedsOfPage(html: string, address: string): readonly string[] {
  const found: { readonly href: string; readonly title: string }[] = [];
  const parser = new Parser({
    onopentag: (name, { rel = '', type = '', href, title = '' }) => {
      if (name !== 'link' || href === undefined || !/(?:^|\s)alternate(?:\s|$)/i.test(rel) || !feedTypes.test(type))
        return;
      if (URL.canParse(href, address)) found.push({ href: new URL(href, address).href, title });
    },
  });
  parser.end(html);
  const isOfComments = ({ href, title }: { href: string; title: string }) =>
    ofComments.test(href) || ofComments.test(title);
  return [...found.filter((one) => !isOfComments(one)), ...found.filter(isOfComments)].map(({ href }) => href);
}
