/** The search query of each category in the picker. */
export const presets = [
  { label: 'All', query: 'business' },
  { label: 'Business & Startup', query: 'startup' },
  { label: 'Marketing & Growth', query: 'marketing' },
  { label: 'Technology & SaaS', query: 'software' },
  { label: 'E-commerce & Sales', query: 'ecommerce' },
  { label: 'Finance & Investment', query: 'finance' },
  { label: 'Design & Creative', query: 'design' },
] as const;

export const initialQuery = 'business';
export const debounceMs = 500;
