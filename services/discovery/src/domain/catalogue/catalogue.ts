import type { Community } from './community.ts';
import { businessAndStartup } from './business-and-startup.ts';
import { careersAndWork } from './careers-and-work.ts';
import { carsAndTransport } from './cars-and-transport.ts';
import { consumerTech } from './consumer-tech.ts';
import { dataAndAi } from './data-and-ai.ts';
import { designAndCreative } from './design-and-creative.ts';
import { eCommerceAndSales } from './e-commerce-and-sales.ts';
import { educationAndLanguages } from './education-and-languages.ts';
import { fashionAndBeauty } from './fashion-and-beauty.ts';
import { financeAndInvestment } from './finance-and-investment.ts';
import { fitnessAndSports } from './fitness-and-sports.ts';
import { foodAndDrink } from './food-and-drink.ts';
import { gaming } from './gaming.ts';
import { healthAndWellness } from './health-and-wellness.ts';
import { hobbiesAndCrafts } from './hobbies-and-crafts.ts';
import { homeAndGarden } from './home-and-garden.ts';
import { itAndSecurity } from './it-and-security.ts';
import { lawTaxAndInsurance } from './law-tax-and-insurance.ts';
import { lifeAndRelationships } from './life-and-relationships.ts';
import { marketingAndGrowth } from './marketing-and-growth.ts';
import { musicAndAudio } from './music-and-audio.ts';
import { parentingAndFamily } from './parenting-and-family.ts';
import { petsAndAnimals } from './pets-and-animals.ts';
import { photoAndVideo } from './photo-and-video.ts';
import { productivityAndSelfImprovement } from './productivity-and-self-improvement.ts';
import { programming } from './programming.ts';
import { realEstate } from './real-estate.ts';
import { technologyAndSaas } from './technology-and-saas.ts';
import { travelAndOutdoors } from './travel-and-outdoors.ts';
import { writingAndBooks } from './writing-and-books.ts';

/**
 * Communities worth suggesting, by hand: people there ask for what businesses offer. Left out are communities that are for
 * adults only, quarantined or closed, and those where people in distress support each other: nobody is to be sold to there.
 */
export const catalogue: readonly Community[] = [
  ...businessAndStartup,
  ...careersAndWork,
  ...carsAndTransport,
  ...consumerTech,
  ...dataAndAi,
  ...designAndCreative,
  ...eCommerceAndSales,
  ...educationAndLanguages,
  ...fashionAndBeauty,
  ...financeAndInvestment,
  ...fitnessAndSports,
  ...foodAndDrink,
  ...gaming,
  ...healthAndWellness,
  ...hobbiesAndCrafts,
  ...homeAndGarden,
  ...itAndSecurity,
  ...lawTaxAndInsurance,
  ...lifeAndRelationships,
  ...marketingAndGrowth,
  ...musicAndAudio,
  ...parentingAndFamily,
  ...petsAndAnimals,
  ...photoAndVideo,
  ...productivityAndSelfImprovement,
  ...programming,
  ...realEstate,
  ...technologyAndSaas,
  ...travelAndOutdoors,
  ...writingAndBooks,
];
