// Mails about complaints.

import { day, type Moment } from '../format.ts';
import { facts, greeting, link, note, paragraph, type Template } from '../layout.ts';
import { PAGES } from '../pages.ts';

/** `answerBy`: the moment by which the team answers. */
export const complaintReceived: Template<{ sentAt: Moment; answerBy: Moment; firstName?: string }> = (data) => ({
  subject: 'Nous avons reçu votre réclamation',
  preview: `Vous aurez notre réponse le ${day(data.answerBy)} au plus tard.`,
  title: 'Votre réclamation est reçue',
  blocks: [
    greeting(data.firstName),
    paragraph('Nous avons bien reçu votre réclamation. Nous l’examinons et vous répondons par écrit.'),
    facts(['Reçue le', day(data.sentAt)], ['Réponse au plus tard le', day(data.answerBy)]),
    link('Suivre ma réclamation', PAGES.complaints),
  ],
});

export const complaintAnswered: Template<{ sentAt: Moment; answer: string; firstName?: string }> = (data) => ({
  subject: 'Notre réponse à votre réclamation',
  preview: `Vous nous l’aviez envoyée le ${day(data.sentAt)}.`,
  title: 'Notre réponse à votre réclamation',
  blocks: [
    greeting(data.firstName),
    paragraph(`Voici notre réponse à votre réclamation du ${day(data.sentAt)} :`),
    ...data.answer
      .split(/\n+/)
      .filter((line) => line.trim() !== '')
      .map(paragraph),
    link('Relire ma réclamation', PAGES.complaints),
    note('Si cette réponse ne vous convient pas, vous pouvez saisir gratuitement le médiateur de l’AMF.'),
  ],
});
