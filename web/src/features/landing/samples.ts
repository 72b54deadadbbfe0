import type { MessageType } from '@earshot/proto/values';

/** A sample post, scored as a lead of a sample business, with a message to its author. */
export interface Sample {
  readonly id: string;
  readonly community: string;
  readonly communityLabel: string;
  readonly authorLabel: string;
  readonly age: string;
  readonly title: string;
  readonly content: string;
  readonly score: string;
  readonly reason: string;
  readonly messageType: MessageType;
  readonly tone: 'Consultative' | 'Direct' | 'Professional';
  readonly message: string;
}

/** The business for which the samples are scored. A test compares score and reason with the product's scorer. */
export const sampleBusiness = {
  name: 'InvoiceNest',
  description:
    'InvoiceNest: invoicing, contracts and late payment reminders for freelancers and small studios. Send proposals, collect deposits and chase clients who do not pay.',
  communities: ['freelance', 'web_design', 'smallbusiness'],
} as const;

export const samples: readonly Sample[] = [
  {
    id: 'reminders',
    community: 'freelance',
    communityLabel: 'r/freelance',
    authorLabel: 'u/paper_and_ink',
    age: '12 minutes ago',
    title: 'Looking for invoicing software that sends late payment reminders',
    content:
      'I am a freelance illustrator and three clients are overdue right now. Every Friday goes into writing reminder emails by hand. I have a budget of 20 dollars a month for a tool that chases invoices for me. Can anyone recommend one?',
    score: '9.9',
    reason:
      'Looks for: “Looking for invoicing software that sends late payment reminders”. On cost or buying: “I have a budget of 20 dollars a month for a tool that chases invoices for me.”',
    messageType: 'dm',
    tone: 'Consultative',
    message:
      'Hi, I read your post about three clients being overdue. Before you pick a tool, one question: do they pay late every time, or only without a reminder? If it is the reminders, InvoiceNest sends them on a schedule you set, in your words, and stops when the money arrives. Happy to show you how I would set it up for those three.',
  },
  {
    id: 'deposits',
    community: 'web_design',
    communityLabel: 'r/web_design',
    authorLabel: 'u/two_desks_studio',
    age: '1 hour ago',
    title: 'How do you get clients to pay a deposit before the work starts?',
    content:
      'We are a studio of two and keep starting projects without money up front. A contract and a deposit invoice in one place would help, but I do not know which tool to choose. Any recommendations?',
    score: '9.4',
    reason: 'Asks what others recommend: “How do you get clients to pay a deposit before the work starts?”',
    messageType: 'comment',
    tone: 'Direct',
    message:
      'Put the deposit in the contract and send both together: no signature, no start date. I work on InvoiceNest, which does exactly that: the client signs, the deposit invoice goes out, and you hear when it is paid. If you prefer to do it by hand, a two-line clause is enough.',
  },
  {
    id: 'overdue',
    community: 'smallbusiness',
    communityLabel: 'r/smallbusiness',
    authorLabel: 'u/northlight_photo',
    age: '3 hours ago',
    title: 'Client has not paid my invoice for 60 days, what would you do?',
    content:
      'I run a small photography business. I sent the invoice and two emails, and now I hear nothing. Is there a way to follow up that does not burn the relationship?',
    score: '7.6',
    reason: 'Asks what others recommend: “Client has not paid my invoice for 60 days, what would you do?”',
    messageType: 'dm',
    tone: 'Professional',
    message:
      'Hello, I saw your question about the invoice that is 60 days overdue. A short, factual reminder with the invoice attached and a new date usually keeps the relationship intact. InvoiceNest can send such reminders for you and keeps a record of each. I would be glad to share the wording that our users rely on.',
  },
];
