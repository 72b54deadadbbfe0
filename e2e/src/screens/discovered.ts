import type { Discovery } from '@earshot/proto/http/discovery';

const labels = (name: string) => ({ source: 'reddit', sourceLabel: 'Reddit', communityLabel: `r/${name}` });

/** A search that found a community of each relevance. */
export const discovered: Discovery = {
  success: true,
  suggestions: {
    targetAudience: 'Freelance designers who work alone',
    productCategory: 'Accounting & Invoicing',
    suggestions: [
      {
        name: 'freelance',
        ...labels('freelance'),
        members: 'over 100K members',
        category: 'Careers & Work',
        relevance: 'high',
        description: 'Freelancers ask about clients, rates and payments that come late.',
        reason: 'People there speak of invoicing.',
        unavailable: null,
      },
      {
        name: 'graphic_design',
        ...labels('graphic_design'),
        members: 'over 200K members',
        category: 'Design & Creative',
        relevance: 'medium',
        description: 'Designers ask for critique and advice on clients, fees and software.',
        reason: 'Your audience writes there.',
        unavailable: null,
      },
      {
        name: 'DesignJobs',
        ...labels('DesignJobs'),
        members: 'size not known',
        category: 'Design & Creative',
        relevance: 'low',
        description: 'People who need a designer post work.',
        reason: 'People there speak of fees.',
        unavailable: null,
      },
    ],
  },
};
