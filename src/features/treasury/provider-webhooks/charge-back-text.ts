// What the team reads of a charge-back.

import { formatEuros } from '../../../core/cents.ts';
import type { Payout, ProviderResult } from '../../../providers/payments/index.ts';

type ChargeBack = {
  extId: string;
  transactionId: number;
  comment: string;
  customerId: string | undefined;
  spv: { name: string; projects: readonly { id: string; name: string }[] } | undefined;
  read: ProviderResult<Payout | null>;
};

/** Everything known by now: whose wallet, which projects, and what the provider says of the movement. */
export function describeChargeBack({ extId, transactionId, comment, customerId, spv, read }: ChargeBack): string {
  const owners = [
    ...(customerId === undefined ? [] : [`le client ${customerId}`]),
    ...(spv === undefined ? [] : [`le SPV ${spv.name}, ${projectsOf(spv.projects)}`]),
  ];
  const whose = owners.length > 0 ? owners.join(' et ') : `le compte ${extId}, que personne n’a ici`;
  const said = comment.trim() === '' ? '' : ` Commentaire : ${comment.trim()}.`;
  return `Rejet bancaire ${transactionId} sur ${whose} : ${movementOf(extId, read)}.${said}`;
}

function projectsOf(projects: readonly { id: string; name: string }[]): string {
  if (projects.length === 0) return 'sans projet';
  return `projets ${projects.map(({ id, name }) => `${name} (${id})`).join(', ')}`;
}

function movementOf(extId: string, read: ProviderResult<Payout | null>): string {
  if (!read.ok) return 'le prestataire n’a pas pu être interrogé';
  if (!read.value) return 'le prestataire ne connaît pas ce mouvement';
  const { accountId, amountCents, originId } = read.value;
  const origin = originId === null ? 'sans versement repris' : `repris du versement ${originId}`;
  const other = accountId.toLowerCase() === extId.toLowerCase() ? '' : `, sur un autre compte (${accountId})`;
  return `${formatEuros(amountCents)} ${origin}${other}`;
}
