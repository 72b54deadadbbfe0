import type { HtmlTagDescriptor, Plugin } from 'vite';
import pages from './pages.json' with { type: 'json' };

/** Placeholders that the gateway replaces: the public address, and the head of a single page. */
const origin = '__ORIGIN__';
const path = '__PATH__';
const pageHead = '<!--page-head-->';

interface PageTexts {
  readonly title: string;
  readonly description: string;
  readonly robots: string;
}

const texts = new Map<string, PageTexts>(Object.entries(pages));

const social = { file: '/social.png', width: '1200', height: '630' } as const;

function tagsOf({ title, description, robots }: PageTexts): HtmlTagDescriptor[] {
  const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head' });
  const graph = (property: string, content: string) => meta({ property: `og:${property}`, content });
  return [
    { tag: 'title', children: title, injectTo: 'head' },
    meta({ name: 'description', content: description }),
    meta({ name: 'robots', content: robots }),
    { tag: 'link', attrs: { rel: 'canonical', href: origin + path }, injectTo: 'head' },
    graph('type', 'website'),
    graph('site_name', 'Earshot'),
    graph('title', title),
    graph('description', description),
    graph('url', origin + path),
    graph('image', origin + social.file),
    graph('image:width', social.width),
    graph('image:height', social.height),
    graph('image:alt', 'Earshot: find your next customers on Reddit'),
    meta({ name: 'twitter:card', content: 'summary_large_image' }),
  ];
}

/**
 * Moves the style sheets before the scripts, which the bundler writes first: the first paint needs the styles alone, and over
 * HTTP/1.1 they would wait for the scripts.
 */
function stylesFirst(document: string): string {
  const styles = document.match(/ *<link rel="stylesheet".*>\n/g) ?? [];
  const others = styles.reduce((html, style) => html.replace(style, ''), document);
  return others.replace(/ *<script type="module"/, (script) => styles.join('') + script);
}

/** Adds the tags for search engines and link previews, and preloads the font of the first paint. */
export function headTags(): Plugin {
  return {
    name: 'earshot-head-tags',
    transformIndexHtml: {
      order: 'post',
      handler: (document, { path: file, bundle }) => {
        const page = texts.get(file);
        if (!page) throw new Error(`build/pages.json has no entry for ${file}`);
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        const preload: HtmlTagDescriptor = {
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' },
          injectTo: 'head',
        };
        return {
          html: stylesFirst(document).replace('</head>', `  ${pageHead}\n  </head>`),
          tags: [...tagsOf(page), ...(font === undefined ? [] : [preload])],
        };
      },
    },
  };
}
