// Words of the mails that an investor was sent.

import { words } from '../../core/language.ts';

export const mailWords = words(
  {
    title: 'E-mails envoyés',
    note: 'L’objet et l’envoi ; le texte n’est pas conservé, car certains portent un code ou un lien.',
    by: 'Choisir les e-mails',
    empty: 'Aucun e-mail',
    emptyText: 'Chaque e-mail envoyé à cet investisseur est noté ici.',
    subject: 'Objet',
    outcome: 'Envoi',
    at: 'Date',
    outcomes: { sent: 'Envoyé', failed: 'Non envoyé', unwanted: 'Pas souhaité par e-mail' },
  },
  {
    title: 'Mails sent',
    note: 'Subject and outcome; the text is not kept, as some bear a code or a link.',
    by: 'Choose the mails',
    empty: 'No mail',
    emptyText: 'Every mail that is sent to this investor is noted here.',
    subject: 'Subject',
    outcome: 'Outcome',
    at: 'Sent at',
    outcomes: { sent: 'Sent', failed: 'Not sent', unwanted: 'Not wanted by mail' },
  },
);
