// Words of what an archived or mistaken payment may still become.

import { words } from '../../core/language.ts';

export const archivedWords = words(
  {
    unarchiveTitle: 'Remettre à affecter',
    unarchiveText: 'Possible tant que cet argent n’a servi à rien d’autre.',
    unarchive: (amount: string) => `Reprendre ${amount}`,
    unarchiveConsequence: 'Le paiement attend de nouveau son échéance, avec son argent.',
    unarchiveMade: 'Le paiement attend de nouveau son échéance.',
    returnTitle: 'Renvoyer à l’expéditeur',
    returnText:
      'Quand ce virement n’est pour personne ici. L’IBAN de l’expéditeur doit être enregistré sur le portefeuille de la SPV.',
    returnAccount: 'Compte bancaire de l’expéditeur',
    returnNoAccount:
      'Le portefeuille de la SPV n’a aucun compte bancaire activé : enregistrez celui de l’expéditeur chez le prestataire.',
    account: (end: string, holder: string) => `${holder}, IBAN finissant par ${end}`,
    returnComment: 'Motif du renvoi',
    returnWire: (amount: string) => `Renvoyer ${amount}`,
    returnConsequence: (receiver: string) =>
      `L’argent quitte le portefeuille de la SPV pour ${receiver}. Un virement renvoyé ne revient plus.`,
    returnPending: (amount: string) => `Le renvoi de ${amount} est accepté et n’est pas encore exécuté.`,
    returningNotice: 'L’argent repart vers son expéditeur.',
    cover: 'Ce que devient l’argent',
    coverSurplus: 'Surplus du projet',
    coverOutside: (amount: string) => `Couvre ce qui est inscrit hors prestataire (${amount})`,
  },
  {
    unarchiveTitle: 'Take the archive back',
    unarchiveText: 'Possible as long as this money was used for nothing else.',
    unarchive: (amount) => `Take back ${amount}`,
    unarchiveConsequence: 'The payment waits for its echeance again, with its money.',
    unarchiveMade: 'The payment waits for its echeance again.',
    returnTitle: 'Return to the sender',
    returnText: 'When this wire is for nobody here. The sender’s IBAN must be registered on the wallet of the SPV.',
    returnAccount: 'Bank account of the sender',
    returnNoAccount: 'The wallet of the SPV has no activated bank account: register that of the sender at the provider.',
    account: (end, holder) => `${holder}, IBAN ending in ${end}`,
    returnComment: 'Why it is returned',
    returnWire: (amount) => `Return ${amount}`,
    returnConsequence: (receiver) =>
      `The money leaves the wallet of the SPV for ${receiver}. A wire that was returned does not come back.`,
    returnPending: (amount) => `The return of ${amount} is accepted and not executed yet.`,
    returningNotice: 'The money goes back to its sender.',
    cover: 'What becomes of the money',
    coverSurplus: 'Surplus of the project',
    coverOutside: (amount) => `Covers what is booked outside the provider (${amount})`,
  },
);
