// All that the overview of a property shows, read at once: it is drawn when everything is there, so that nothing jumps.

import { mortar } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Project } from '../project.ts';

const NOTHING = { checklist: undefined, funding: undefined, transfers: undefined, days: [], accounts: [] };

export async function readOverview({ id, status, spvId, funding: { ended } }: Project, signal: AbortSignal) {
  const path = { propertyId: id };
  if (status === 'DRAFT') return { ...NOTHING, checklist: await mortar.readPublishChecklist({ path, signal }) };
  const [funding, { days }] = await Promise.all([
    mortar.readFunding({ path, signal }),
    mortar.readFundingProgress({ path, signal }),
  ]);
  // Who does not see the money sees what became of the funding, and not its transfers.
  if (!ended || !may('money.read')) return { ...NOTHING, funding, days };
  const [transfers, accounts] = await Promise.all([
    mortar.listOwnerTransfers({ path, signal }),
    spvId === null ? [] : mortar.listWithdrawBankAccounts({ path: { id: spvId }, signal }).catch(() => []),
  ]);
  return { ...NOTHING, funding, days, transfers, accounts: accounts.filter((account) => account.status === 'activated') };
}

export type Overviewed = Awaited<ReturnType<typeof readOverview>>;
