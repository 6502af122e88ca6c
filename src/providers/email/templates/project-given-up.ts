// What a project still owed was given up, or that was taken back: to each of its holders.

import type { Cents } from '../../../core/cents.ts';
import { facts, greeting, link, paragraph, type Template } from '../content.ts';
import { bricks, euros, type Moment, moment } from '../format.ts';
import { PAGES } from '../pages.ts';

/** `lossCents` is this holder's share of the capital. */
export type ProjectGivenUp = {
  propertyName: string;
  step: 'given-up' | 'taken-back';
  bricks: number;
  lossCents: Cents;
  at: Moment;
  firstName?: string;
};

const TEXTS = {
  'given-up': {
    subject: 'recouvrement abandonné',
    preview: 'Une perte en capital est constatée sur votre investissement.',
    text: 'Le porteur du projet ne pourra pas rembourser ce qu’il doit encore : le recouvrement est abandonné. La perte en capital ci-dessous figurera dans votre récapitulatif fiscal de l’année. Ce qui serait recouvré plus tard vous sera versé.',
  },
  'taken-back': {
    subject: 'recouvrement repris',
    preview: 'La perte en capital annoncée est annulée.',
    text: 'L’abandon du recouvrement de ce projet est annulé : le porteur doit de nouveau rembourser, et la perte en capital ci-dessous ne figurera pas dans votre récapitulatif fiscal.',
  },
} as const;

export const projectGivenUp: Template<ProjectGivenUp> = (data) => ({
  subject: `${data.propertyName} : ${TEXTS[data.step].subject}`,
  preview: TEXTS[data.step].preview,
  title: `${data.propertyName} : ${TEXTS[data.step].subject}`,
  blocks: [
    greeting(data.firstName),
    paragraph(TEXTS[data.step].text),
    facts(
      ['Bien', data.propertyName],
      ['Vos briques', bricks(data.bricks)],
      ['Perte en capital', euros(data.lossCents)],
      ['Date', moment(data.at)],
    ),
    link('Voir mes investissements', PAGES.investments),
  ],
});
