import type { Discovery } from '@earshot/proto/http/discovery';

const labels = (name: string) => ({ source: 'reddit', sourceLabel: 'Reddit', communityLabel: `r/${name}` });

/** A search that found a community of each relevance. */
export const discovered: Discovery = {
  success: true,
  suggestions: {
    targetAudience: 'Freelance designers who work alone',
    productCategory: 'Finance & Investment',
    suggestions: [
      {
        name: 'freelance',
        ...labels('freelance'),
        members: '180.1K (Mar 2021)',
        category: 'Careers & Work',
        relevance: 'high',
        description: 'Freelancers ask about clients, rates and payments that come late.',
        reason: 'People there speak of invoicing.',
      },
      {
        name: 'graphic_design',
        ...labels('graphic_design'),
        members: '498.2K (Mar 2021)',
        category: 'Design & Creative',
        relevance: 'medium',
        description: 'Designers ask for critique and advice on clients, fees and software.',
        reason: 'Your audience writes there.',
      },
      {
        name: 'DesignJobs',
        ...labels('DesignJobs'),
        members: 'members not known',
        category: 'Design & Creative',
        relevance: 'low',
        description: 'People who need a designer post work.',
        reason: 'People there speak of fees.',
      },
    ],
  },
};
