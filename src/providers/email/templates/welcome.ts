// The address is confirmed: the account is open.

import { greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';

export const welcome: Template<{ firstName?: string }> = (data) => ({
  subject: 'Bienvenue chez Mortar',
  preview: 'Votre adresse est confirmée, votre compte est ouvert.',
  title: 'Bienvenue chez Mortar',
  blocks: [
    greeting(data.firstName),
    paragraph('Votre adresse e-mail est confirmée et votre compte est ouvert.'),
    paragraph('Il vous reste à compléter votre profil et à transmettre une pièce d’identité : vous pourrez alors investir.'),
    link('Compléter mon profil', PAGES.identity),
  ],
});
