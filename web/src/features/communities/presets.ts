/** The search query of each category in the picker. Commas separate searches. */
export const presets = [
  { label: 'All', query: 'business' },
  { label: 'Business & Startup', query: 'business, startup, entrepreneur, freelance' },
  { label: 'Marketing & Growth', query: 'marketing, seo, advertising, growth' },
  { label: 'Technology & SaaS', query: 'software, saas, technology, webdev' },
  { label: 'E-commerce & Sales', query: 'ecommerce, sales, shopify, etsy' },
  { label: 'Finance & Investment', query: 'finance, investing, accounting, real estate' },
  { label: 'Design & Creative', query: 'design, photography, writing, video' },
] as const;

export const initialQuery = 'business';
export const debounceMs = 500;
