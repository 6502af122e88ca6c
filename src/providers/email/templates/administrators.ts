// Mails to those who work here: an invitation, and what became of another administrator.

import type { Cents } from '../../../core/cents.ts';
import { euros, type Moment, moment } from '../format.ts';
import { contact, facts, greeting, link, note, paragraph, type Template } from '../layout.ts';

/** The roles as an operator calls them; the console has the same words. */
const ROLES: Readonly<Record<string, string>> = {
  owner: 'propriétaire',
  finance: 'finances',
  projects: 'projets',
  compliance: 'conformité',
  support: 'assistance',
  auditor: 'audit',
};

const named = (roles: readonly string[]) => roles.map((role) => ROLES[role] ?? role).join(', ');

type AdministratorInvitation = { by: string; roles: readonly string[]; url: string; expiresAt: Moment };

export const administratorInvitation: Template<AdministratorInvitation> = ({ by, roles, url, expiresAt }, platform) => ({
  subject: `Invitation à la console de ${platform}`,
  preview: 'Choisissez votre nom et votre mot de passe.',
  title: 'Vous êtes invité à la console',
  reason: `Vous recevez ce message parce qu’un administrateur de ${platform} a saisi votre adresse.`,
  blocks: [
    greeting(undefined),
    paragraph(`${by} vous invite à travailler dans la console de ${platform}.`),
    facts(['Rôles', named(roles)], ['Valable jusqu’au', moment(expiresAt)]),
    link('Accepter l’invitation', url),
    note('Ce lien est personnel : ne le transmettez à personne. Vous n’attendiez rien ? Ignorez ce message.'),
  ],
});

type AdministratorChanged = {
  what:
    | 'invited'
    | 'joined'
    | 'identity-joined'
    | 'identity-linked'
    | 'roles-changed'
    | 'removed'
    | 'factors-reset'
    | 'break-glass';
  email: string;
  by: string;
  given: readonly string[];
  taken: readonly string[];
  at: Moment;
  url: string;
};

const WHAT: Readonly<Record<AdministratorChanged['what'], { subject: string; said: string }>> = {
  invited: { subject: 'Un administrateur est invité', said: 'est invité à la console' },
  joined: { subject: 'Un administrateur a accepté son invitation', said: 'a accepté son invitation' },
  'identity-joined': {
    subject: 'Un administrateur est arrivé par le fournisseur d’identité',
    said: 'est entré dans la console par le fournisseur d’identité',
  },
  'identity-linked': {
    subject: 'Un administrateur se connecte par le fournisseur d’identité',
    said: 'se connecte désormais aussi par le fournisseur d’identité',
  },
  'roles-changed': { subject: 'Les rôles d’un administrateur ont changé', said: 'a d’autres rôles' },
  removed: { subject: 'Un administrateur n’a plus accès', said: 'n’a plus accès à la console' },
  'factors-reset': { subject: 'Les seconds facteurs d’un administrateur sont effacés', said: 'n’a plus de second facteur' },
  'break-glass': {
    subject: 'Accès de secours en ligne de commande',
    said: 'a perdu son second facteur, et reçoit un lien de la ligne de commande',
  },
};

/** To every owner: nobody is made administrator in silence. */
export const administratorChanged: Template<AdministratorChanged> = ({ what, email, by, given, taken, at, url }) => ({
  subject: WHAT[what].subject,
  preview: `${email} ${WHAT[what].said}.`,
  title: WHAT[what].subject,
  blocks: [
    greeting(undefined),
    paragraph(`${email} ${WHAT[what].said}.`),
    facts(['Par', by], ['Rôles donnés', named(given)], ['Rôles retirés', named(taken)], ['Le', moment(at)]),
    link('Voir les administrateurs', url),
    contact('Ce changement vous surprend ? Retirez l’accès dans la console et écrivez-nous sans attendre :'),
  ],
});

type ApprovalsWaiting = {
  count: number;
  requests: readonly { kind: string; by: string; amountCents: Cents }[];
  expiresAt: Moment;
  url: string;
};

/** To every administrator who may decide: one for all requests that came together. */
export const approvalsWaiting: Template<ApprovalsWaiting> = ({ count, requests, expiresAt, url }) => ({
  subject: count === 1 ? 'Une opération attend votre accord' : `${count} opérations attendent votre accord`,
  preview: 'Un autre administrateur a demandé ce qui dépasse le seuil de double validation.',
  title: count === 1 ? 'Une opération attend votre accord' : `${count} opérations attendent votre accord`,
  blocks: [
    greeting(undefined),
    paragraph('Rien n’est encore fait : approuvez ou refusez dans la console, qui montre ce qui se passerait.'),
    facts(
      ...requests.map(({ kind, by, amountCents }): [string, string] => [`Demandée par ${by}`, `${kind}, ${euros(amountCents)}`]),
    ),
    facts(['La première expire le', moment(expiresAt)]),
    link('Voir les demandes', url),
    contact('Une demande vous surprend ? Refusez-la et écrivez-nous sans attendre :'),
  ],
});

type ApprovalEnded = {
  state: 'refused' | 'expired' | 'executed' | 'changed' | 'failed';
  kind: string;
  amountCents: Cents;
  by: string | null;
  reason: string | null;
  url: string;
};

const ENDED: Readonly<Record<ApprovalEnded['state'], { subject: string; said: string }>> = {
  refused: { subject: 'Votre opération est refusée', said: 'Un autre administrateur l’a refusée. Rien n’est fait.' },
  expired: {
    subject: 'Votre opération a expiré',
    said: 'Personne n’a décidé à temps. Rien n’est fait : demandez-la de nouveau si besoin.',
  },
  executed: { subject: 'Votre opération est approuvée', said: 'Un autre administrateur l’a approuvée, et elle est faite.' },
  changed: {
    subject: 'Votre opération n’est pas faite',
    said: 'Elle est approuvée, mais elle ferait maintenant autre chose que ce qui a été montré. Rien n’est fait : demandez-la de nouveau.',
  },
  failed: { subject: 'Votre opération n’a pas abouti', said: 'Elle est approuvée, mais elle a été refusée à son exécution.' },
};

/** To who asked for it. */
export const approvalEnded: Template<ApprovalEnded> = ({ state, kind, amountCents, by, reason, url }) => ({
  subject: ENDED[state].subject,
  preview: ENDED[state].said,
  title: ENDED[state].subject,
  blocks: [
    greeting(undefined),
    paragraph(ENDED[state].said),
    facts(
      ['Opération', `${kind}, ${euros(amountCents)}`],
      ...(by === null ? [] : [['Décidée par', by] as [string, string]]),
      ...(reason === null ? [] : [['Motif', reason] as [string, string]]),
    ),
    link('Voir les demandes', url),
    contact('Vous n’avez rien demandé ? Écrivez-nous sans attendre :'),
  ],
});

/** What became of the passkeys, the authenticator app and the recovery codes of an administrator. */
const FACTOR_CHANGES = {
  'first-factor': 'Un second facteur a été enregistré',
  'factor-registration': 'Un second facteur a été ajouté',
  'factor-removal': 'Un second facteur a été retiré',
  'recovery-codes': 'De nouveaux codes de secours ont été établis',
  'factor-reset': 'Vos seconds facteurs ont été effacés',
  'recovery-code-use': 'Un code de secours a été utilisé',
} as const;

type FactorsChanged = { what: keyof typeof FACTOR_CHANGES; email: string; changedAt: Moment; url: string };

export const administratorFactorsChanged: Template<FactorsChanged> = ({ what, email, changedAt, url }) => ({
  subject: FACTOR_CHANGES[what],
  preview: 'La sécurité de votre compte d’administrateur a été modifiée.',
  title: FACTOR_CHANGES[what],
  blocks: [
    greeting(undefined),
    paragraph(`Cela s’est fait le ${moment(changedAt)}, pour le compte d’administrateur ${email}.`),
    ...(what === 'factor-reset'
      ? [paragraph('Toutes vos sessions ont pris fin. Un nouveau second facteur s’enregistre à la prochaine connexion.')]
      : []),
    link('Voir votre sécurité', url),
    contact('Ce n’était pas vous ? Changez votre mot de passe et prévenez un propriétaire sans attendre :'),
  ],
});
