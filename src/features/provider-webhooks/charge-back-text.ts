// What the team reads of a charge-back.

import { formatEuros } from '../../core/cents.ts';
import type { Payout, ProviderResult } from '../../providers/payments/index.ts';

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
    ...(customerId === undefined ? [] : [`customer ${customerId}`]),
    ...(spv === undefined ? [] : [`SPV ${spv.name}, ${projectsOf(spv.projects)}`]),
  ];
  const whose = owners.length > 0 ? owners.join(' and ') : `account ${extId}, which nobody here has`;
  const said = comment.trim() === '' ? '' : ` Comment: ${comment.trim()}.`;
  return `Charge-back ${transactionId} on ${whose}: ${movementOf(extId, read)}.${said}`;
}

function projectsOf(projects: readonly { id: string; name: string }[]): string {
  if (projects.length === 0) return 'without a project';
  return `projects ${projects.map(({ id, name }) => `${name} (${id})`).join(', ')}`;
}

function movementOf(extId: string, read: ProviderResult<Payout | null>): string {
  if (!read.ok) return 'the provider could not be asked';
  if (!read.value) return 'the provider does not know this movement';
  const { accountId, amountCents, originId } = read.value;
  const origin = originId === null ? 'which takes no money-in back' : `taken back of money-in ${originId}`;
  const other = accountId.toLowerCase() === extId.toLowerCase() ? '' : `, on another account (${accountId})`;
  return `${formatEuros(amountCents)} ${origin}${other}`;
}
