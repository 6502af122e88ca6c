// What tests of the transfers after a funding begin with: a funded property whose SPV holds the collected money.

import { openFunding } from './actors.ts';
import type { World } from './world.ts';

export type FundedProperty = { propertyId: string; spvId: string; accountId: string };

const IBAN = 'FR7630006000011234567890189';

/** A property past its funding; cents, fees before tax. `mainCents` lies on the SPV's wallet and in its MAIN purse. */
export async function fundedProperty(
  world: World,
  options: {
    mainCents: number;
    amountToFundCents?: number;
    fundingFees?: number | null;
    fiducieFees?: number | null;
    escrowCents?: number;
    constructionCents?: number;
    country?: string;
    contractType?: string;
  },
): Promise<FundedProperty> {
  const property = await openFunding(world, { bricks: 1, contractType: options.contractType ?? 'obligation' });
  const { propertyId, spvId, accountId } = property;
  await world.sql(
    `update property set amount_to_fund_cents = $2, funding_fees_excl_tax_cents = $3, fiducie_fees_excl_tax_cents = $4, total_fund_escrow_cents = $5,
       total_construction_budget_cents = $6, funding_ended_at = now(), financial_status = 'reception-by-project-owner-pending', primary_market_open = false where id = $1`,
    [
      propertyId,
      options.amountToFundCents ?? 50_000_000,
      options.fundingFees === undefined ? 2_500_000 : options.fundingFees,
      options.fiducieFees === undefined ? 400_000 : options.fiducieFees,
      options.escrowCents ?? 0,
      options.constructionCents ?? 0,
    ],
  );
  if (options.country !== undefined) await world.sql('update spv set country = $2 where id = $1', [spvId, options.country]);
  if (options.mainCents > 0) await collected(world, { spvId, accountId }, options.mainCents);
  return property;
}

/** Money on the SPV's wallet, booked in one of its purses; the job incoming-wires, which would book it again, must not run. */
export async function collected(
  world: World,
  spv: { spvId: string; accountId: string },
  amountCents: number,
  purse = 'MAIN',
): Promise<void> {
  await world.control('POST', `/accounts/${spv.accountId}/credit`, { amountCents });
  await world.sql(
    `select ledger_post(gen_random_uuid(), 'confirm', 'FUNDING_CLOSED', now(), now(), array['EXT', $1], array[-$2::bigint, $2::bigint])`,
    [`SPV:${spv.spvId}:${purse}`, amountCents],
  );
}

/** A bank account on a wallet at the provider; its id there. */
export async function ibanOf(world: World, accountId: string, status = 5): Promise<number> {
  const { id } = await world.control<{ id: number }>('POST', `/accounts/${accountId}/ibans`, {
    iban: IBAN,
    holder: 'SCI Lyon',
    status,
  });
  return id;
}
