// How far somebody is with the provider that verifies identities: each state by its name and its tone, the same for who is asked and for who watches.

import type { Onboarding } from '../../clients/typescript/src/index.ts';
import { words } from '../core/language.ts';
import type { Tone } from './feedback.tsx';

export const onboardingStates = words(
  {
    'not-started': 'Pas commencée',
    opened: 'Dossier ouvert',
    'in-progress': 'Informations en cours de saisie',
    'proving-identity': 'Identité en cours de vérification',
    interrupted: 'Interrompue',
    'under-analysis': 'En cours d’analyse',
    'asked-again': 'Pièces redemandées',
    accepted: 'Acceptée',
    'update-due': 'Mise à jour demandée',
    outdated: 'Périmée',
    denied: 'Refusée',
    blocked: 'Bloquée',
  },
  {
    'not-started': 'Not begun',
    opened: 'File opened',
    'in-progress': 'Information being filled in',
    'proving-identity': 'Identity being proven',
    interrupted: 'Interrupted',
    'under-analysis': 'Under analysis',
    'asked-again': 'Papers asked for again',
    accepted: 'Accepted',
    'update-due': 'Update asked for',
    outdated: 'Outdated',
    denied: 'Refused',
    blocked: 'Blocked',
  },
);

/** The state `not-started` asks something of an investor, and nothing of an operator. */
export const ONBOARDING_TONES: Readonly<Record<Exclude<Onboarding['state'], 'not-started'>, Tone>> = {
  opened: 'info',
  'in-progress': 'info',
  'proving-identity': 'info',
  interrupted: 'warn',
  'under-analysis': 'info',
  'asked-again': 'warn',
  accepted: 'good',
  'update-due': 'warn',
  outdated: 'bad',
  denied: 'bad',
  blocked: 'bad',
};
