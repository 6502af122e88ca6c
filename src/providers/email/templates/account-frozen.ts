// Notice: the account was frozen, or is free again. The reason stays with the team.

import { greeting, link, note, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

export const accountFrozen: Template<{ frozen: boolean; changedAt: Moment; firstName?: string }> = (data) => {
  const subject = data.frozen ? 'Votre compte est suspendu' : 'Votre compte est de nouveau actif';
  const text = data.frozen
    ? `Votre compte est suspendu depuis le ${moment(data.changedAt)}, le temps d’une vérification. Vos briques et votre argent restent les vôtres ; investissements, ventes et retraits reprendront ensuite.`
    : `Votre compte est de nouveau actif depuis le ${moment(data.changedAt)} : vous pouvez investir, vendre et retirer votre argent.`;
  return {
    subject,
    preview: data.frozen ? 'Une vérification est en cours.' : 'La vérification est terminée.',
    title: subject,
    blocks: [
      greeting(data.firstName),
      paragraph(text),
      link('Voir mon compte', '/account'),
      note('Une question ? Répondez à ce message, notre équipe vous lira.'),
    ],
  };
};
