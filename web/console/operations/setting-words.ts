// Words of the settings; what each of them means is in setting-meanings-fr.ts and setting-meanings-en.ts.

import { words } from '../../core/language.ts';
import { meaningsInEnglish } from './setting-meanings-en.ts';
import { meaningsInFrench } from './setting-meanings-fr.ts';

type Names = Readonly<Record<string, string>>;

const subjectsInFrench: Names = {
  'Process and addresses': 'Processus et adresses',
  'The face of the platform': 'Le visage de la plateforme',
  'Browsers, proxies and limits': 'Navigateurs, relais et limites',
  'Starting and stopping': 'Démarrage et arrêt',
  Database: 'Base de données',
  Files: 'Fichiers',
  'Sessions, passwords and mailed codes': 'Sessions, mots de passe et codes',
  'Sign-in of operators at an identity provider': 'Connexion des opérateurs par un fournisseur d’identité',
  'Personal data': 'Données personnelles',
  'Four eyes': 'Double validation',
  Development: 'Développement',
  'Payment provider': 'Prestataire de paiement',
  Onboarding: 'Entrée en relation',
  'Accounts of the platform': 'Comptes de la plateforme',
  'Defaults and votes': 'Défauts et votes',
  'Company registry': 'Registre des sociétés',
  'Mail, chat and automation': 'E-mails, messagerie et automatisation',
  Traces: 'Traces techniques',
  'Sealed history': 'Historique scellé',
  'Bricks, fundings and the marketplace': 'Briques, collectes et marché secondaire',
  'Gift cards and investment plans': 'Cartes cadeaux et plans d’investissement',
  'Schedules, debits and payouts': 'Échéanciers, prélèvements et versements',
  Withdrawals: 'Retraits',
  'Invoices and VAT': 'Factures et TVA',
  Referrals: 'Parrainages',
  Taxes: 'Impôts',
};

const subjectsInEnglish: Names = {
  'Process and addresses': 'Process and addresses',
  'The face of the platform': 'The face of the platform',
  'Browsers, proxies and limits': 'Browsers, proxies and limits',
  'Starting and stopping': 'Starting and stopping',
  Database: 'Database',
  Files: 'Files',
  'Sessions, passwords and mailed codes': 'Sessions, passwords and mailed codes',
  'Sign-in of operators at an identity provider': 'Sign-in of operators at an identity provider',
  'Personal data': 'Personal data',
  'Four eyes': 'Four eyes',
  Development: 'Development',
  'Payment provider': 'Payment provider',
  Onboarding: 'Onboarding',
  'Accounts of the platform': 'Accounts of the platform',
  'Defaults and votes': 'Defaults and votes',
  'Company registry': 'Company registry',
  'Mail, chat and automation': 'Mail, chat and automation',
  Traces: 'Traces',
  'Sealed history': 'Sealed history',
  'Bricks, fundings and the marketplace': 'Bricks, fundings and the marketplace',
  'Gift cards and investment plans': 'Gift cards and investment plans',
  'Schedules, debits and payouts': 'Schedules, debits and payouts',
  Withdrawals: 'Withdrawals',
  'Invoices and VAT': 'Invoices and VAT',
  Referrals: 'Referrals',
  Taxes: 'Taxes',
};

export const settingWords = words(
  {
    list: 'Réglages',
    filter: 'Filtrer par sujet',
    subjects: subjectsInFrench,
    meanings: meaningsInFrench,
    name: 'Réglage',
    value: 'Valeur',
    subject: 'Sujet',
    secretSet: 'Secret, défini',
    secretUnset: 'Secret, non défini',
    unset: 'non défini',
    emptyTitle: 'Aucun réglage sur ce sujet',
  },
  {
    list: 'Settings',
    filter: 'Filter by subject',
    subjects: subjectsInEnglish,
    meanings: meaningsInEnglish,
    name: 'Setting',
    value: 'Value',
    subject: 'Subject',
    secretSet: 'Secret, set',
    secretUnset: 'Secret, not set',
    unset: 'not set',
    emptyTitle: 'No setting about this',
  },
);
