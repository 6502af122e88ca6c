// Words of the charge-backs.

import { words } from '../../core/language.ts';

export const chargeBackWords = words(
  {
    title: 'Rejets bancaires',
    byState: 'Filtrer par état',
    open: 'À suivre',
    all: 'Tous',
    wallet: 'Portefeuille',
    movement: 'Mouvement',
    seenAt: 'Signalé le',
    freeze: 'Gel du compte',
    booking: 'Écriture',
    amount: 'Montant repris',
    steps: { none: 'Sans objet', open: 'En attente', done: 'Fait' },
    short: 'le disponible ne suffit pas',
    noOpen: 'Aucun rejet à suivre',
    none: 'Aucun rejet',
    explanation:
      'Un versement qu’une banque reprend apparaît ici. Le service réessaie toutes les dix minutes ce qui reste à faire.',
  },
  {
    title: 'Charge-backs',
    byState: 'Filter by state',
    open: 'To follow',
    all: 'All',
    wallet: 'Wallet',
    movement: 'Movement',
    seenAt: 'Told',
    freeze: 'Freeze of the account',
    booking: 'Booking',
    amount: 'Amount taken back',
    steps: { none: 'Not called for', open: 'Waiting', done: 'Done' },
    short: 'what is available does not cover it',
    noOpen: 'No charge-back to follow',
    none: 'No charge-back',
    explanation: 'Money that a bank takes back appears here. The service tries every ten minutes what is left to do.',
  },
);
