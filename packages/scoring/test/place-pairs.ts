/** A business's location and a post, with the part that the post must have. Written before the code was run on them. */
export interface PlacePair {
  readonly location: string;
  readonly community?: string;
  readonly title: string;
  readonly text?: string;
  readonly expected: 'there' | 'elsewhere' | 'none';
}

export const placePairs: readonly PlacePair[] = [
  // The place itself.
  { location: 'Leeds', title: 'Anyone know a good baker in Leeds?', expected: 'there' },
  { location: 'Leeds, UK', title: 'moving to leeds next month, need a removal firm', expected: 'there' },
  { location: 'Denver, CO', community: 'Denver', title: 'Who fixes furnaces at the weekend?', expected: 'there' },
  { location: 'New York', title: 'Best NYC accountant for a freelancer?', text: 'Based in NYC.', expected: 'there' },
  {
    location: 'Reading, UK',
    title: 'Dog walker wanted',
    text: 'We live in Reading, near the station.',
    expected: 'there',
  },
  {
    location: 'Austin TX',
    title: 'Roof leak',
    text: 'I am in the Austin area and need a roofer soon.',
    expected: 'there',
  },
  { location: 'München', title: 'English-speaking tax adviser in Munich?', expected: 'there' },
  // Inside it or near it.
  {
    location: 'New York City',
    title: 'Cleaner needed',
    text: 'We have a two-bed flat in Brooklyn.',
    expected: 'there',
  },
  { location: 'Bavaria', title: 'Wedding photographer', text: 'Our wedding is in Munich in May.', expected: 'there' },
  {
    location: 'UK',
    title: 'Solar panels',
    text: 'I live in Bristol. Who would you ask for a quote?',
    expected: 'there',
  },
  { location: 'the Bay Area', title: 'Looking for a piano teacher in Oakland', expected: 'there' },
  { location: 'Leeds', title: 'Wedding cake', text: 'The venue is in Bradford. Any bakers nearby?', expected: 'there' },
  { location: 'London', title: 'Locksmith near Islington?', expected: 'there' },
  { location: 'United States', title: 'Bookkeeper', text: 'My shop is in Columbus, Ohio.', expected: 'there' },
  // A country or a region that contains it.
  { location: 'Leeds', title: 'Custom cakes by post', text: 'Who ships cakes? I am in the UK.', expected: 'none' },
  { location: 'Munich', title: 'Insurance', text: 'I live in Bavaria and need cover for my van.', expected: 'none' },
  { location: 'Portland, Oregon', title: 'Heat pumps', text: 'We are in Oregon. Is it worth it?', expected: 'none' },
  // Somewhere else.
  { location: 'Leeds', title: 'Anyone know a good baker in Denver?', expected: 'elsewhere' },
  {
    location: 'Leeds',
    title: 'Baker wanted',
    text: 'I live in London and need a cake for Friday.',
    expected: 'elsewhere',
  },
  { location: 'Portland, OR', title: 'Plumber recommendations [Portland, Maine]', expected: 'elsewhere' },
  {
    location: 'Bay Area',
    title: 'Piano teacher',
    text: "We're based in Chicago and both kids want to start.",
    expected: 'elsewhere',
  },
  { location: 'London', community: 'AskNYC', title: 'Where do I get a watch repaired?', expected: 'elsewhere' },
  {
    location: 'Munich',
    title: 'Need a lawyer',
    text: 'My flat is in Hamburg and the landlord keeps my deposit.',
    expected: 'elsewhere',
  },
  {
    location: 'UK',
    title: 'Which accountant would you take?',
    text: 'I run a small shop in Ohio.',
    expected: 'elsewhere',
  },
  {
    location: 'Toronto',
    title: 'Dentist',
    text: 'I just moved to Melbourne, Australia and need one.',
    expected: 'elsewhere',
  },
  { location: 'Texas', title: 'Looking for a roofer near Phoenix', expected: 'elsewhere' },
  {
    location: 'Manchester',
    title: 'Boiler broke',
    text: 'I am in Manchester, NH. Who can come today?',
    expected: 'elsewhere',
  },
  // Words that only look like places.
  {
    location: 'Leeds',
    title: 'What helps with reading in bed?',
    text: 'I want to get back into Reading.',
    expected: 'none',
  },
  {
    location: 'London',
    title: 'Can anyone help us choose?',
    text: 'It would mean a lot to us. Nice people in here.',
    expected: 'none',
  },
  {
    location: 'Leeds',
    title: 'My son Austin needs braces',
    text: 'Austin and Paris are both scared of it.',
    expected: 'none',
  },
  {
    location: 'Leeds',
    title: 'Experience in Mobile Development?',
    text: 'How long does it take to learn?',
    expected: 'none',
  },
  {
    location: 'Chicago',
    title: 'Which citation style?',
    text: 'My tutor wants Harvard, not the Oxford one.',
    expected: 'none',
  },
  {
    location: 'Denver',
    community: 'Cooking',
    title: 'How long does turkey keep?',
    text: 'Turkey from Sunday.',
    expected: 'none',
  },
  // Places that are not where the author needs it.
  {
    location: 'Leeds',
    title: 'Late parts',
    text: 'Our supplier in China is late again. What do others do?',
    expected: 'none',
  },
  {
    location: 'Leeds',
    title: 'Baker for a birthday',
    text: 'I used to live in Denver, where this was easy.',
    expected: 'none',
  },
  { location: 'Leeds', title: 'Movers', text: 'We are moving from London to Leeds in March.', expected: 'there' },
  {
    location: 'Leeds',
    title: 'Trip planning',
    text: 'Back from a week in Spain and behind with my invoices.',
    expected: 'none',
  },
  {
    location: 'Leeds',
    title: 'Cake stand',
    text: 'My sister in Toronto sent me one. Where can I buy more?',
    expected: 'none',
  },
  // A village that no list has, and nothing at all.
  { location: 'Ilkley, West Yorkshire', title: 'Gardener wanted in Ilkley', expected: 'there' },
  { location: 'Leeds', title: 'How do you price a wedding cake?', text: 'Mine takes two days.', expected: 'none' },
];
