// A funding was closed with success: to each of its investors.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `bricks` and `investedCents` are this investor's. */
export type FundingClosed = {
  propertyName: string;
  bricks: number;
  investedCents: Cents;
  closedAt: Moment;
  firstName?: string;
};

export const fundingClosed: Template<FundingClosed> = (data) => ({
  subject: `${data.propertyName} est financé`,
  preview: 'Le financement auquel vous participez est clos.',
  title: `${data.propertyName} est financé`,
  blocks: [
    greeting(data.firstName),
    paragraph('Le financement auquel vous participez est clos avec succès : vos briques vous appartiennent.'),
    facts(
      ['Bien', data.propertyName],
      ['Vos briques', bricks(data.bricks)],
      ['Investi', euros(data.investedCents)],
      ['Clos le', moment(data.closedAt)],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});
