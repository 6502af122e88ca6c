// The yearly file of the tax office lacks something of the investor: asked once, in autumn.

import { contact, facts, greeting, link, paragraph, type Template } from '../content.ts';
import { PAGES } from '../pages.ts';

/** What the file lacks, in French. */
export const TAX_PARTS = {
  profile: 'votre profil',
  company: 'votre société',
  sex: 'votre sexe',
  'birth-name': 'votre nom de naissance',
  'birth-commune': 'votre commune de naissance',
  'residence-commune': 'la commune de votre adresse',
} as const;

export const taxIdentityMissing: Template<{ year: number; missing: readonly (keyof typeof TAX_PARTS)[]; firstName?: string }> = (
  data,
) => ({
  subject: `Votre fiscalité ${data.year} : il nous manque une information`,
  preview: 'Deux minutes suffisent, avant la fin de l’année.',
  title: 'Il nous manque une information',
  blocks: [
    greeting(data.firstName),
    paragraph(
      `Au début de l’année prochaine, nous déclarons à l’administration fiscale les intérêts que nous vous avons versés en ${data.year}, pour qu’ils figurent sur votre déclaration préremplie. Elle nous demande pour cela une information que nous n’avons pas.`,
    ),
    facts(['À compléter', data.missing.map((part) => TAX_PARTS[part]).join(', ')]),
    link('Compléter mes informations', PAGES.taxation),
    contact('Une question ? Répondez à ce message, ou écrivez-nous :'),
  ],
});
