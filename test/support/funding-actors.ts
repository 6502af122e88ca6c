// What tests of the transfers after a funding begin with: a property whose funding was closed, its money in its own purses.

import type { PropertyId, SpvId } from '../../src/core/db/tables.ts';
import { administratorOf, openFunding, type Spv, sellAndClose, spvWithWallet, verifiedInvestor } from './actors.ts';
import { expectStatus, type World } from './world.ts';

export type FundedProperty = { propertyId: PropertyId; spvId: SpvId; accountId: string };

const IBAN = 'FR7630006000011234567890189';

/**
 * A property past its funding: one investor bought its only brick, so that MAIN holds `mainCents` and ESCROW `escrowCents`; the cap of
 * the owner is that of `amountToFundCents`. Cents, fees before tax.
 */
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
    spv?: Spv;
  },
): Promise<FundedProperty> {
  const brickPriceCents = options.mainCents + (options.escrowCents ?? 0);
  const {
    contractType = 'obligation',
    country,
    amountToFundCents = 50_000_000,
    escrowCents = 0,
    constructionCents = 0,
  } = options;
  const spv = options.spv ?? (await spvWithWallet(world, country === undefined ? {} : { country }));
  const { fundingFees: fundingFeesCents = 2_500_000, fiducieFees: fiducieFeesCents = 400_000 } = options;
  const contract = { amountToFundCents, escrowCents, constructionCents, fundingFeesCents, fiducieFeesCents };
  const property = await openFunding(world, { bricks: 1, brickPriceCents, contractType, spv, contract });
  const investor = await verifiedInvestor(world);
  await sellAndClose(world, { ...property, brickPriceCents }, [{ investor, bricks: 1 }]);
  return property;
}

const WIRES = '/administration/property/payment-schedule/wire-to-be-assigned';

/** A wire that arrives on the SPV's wallet and is archived: the money lies in the project's SURPLUS. */
export async function surplus(world: World, { propertyId, accountId }: FundedProperty, amountCents: number): Promise<void> {
  await world.control('POST', `/accounts/${accountId}/credit`, { amountCents });
  await world.runJob('incoming-wires');
  const admin = await administratorOf(world);
  const { body } = expectStatus(
    await admin.client.get<{ id: string; projectId: PropertyId | null; amount: number }[]>(WIRES),
    200,
  );
  const wire = body.find(({ projectId, amount }) => projectId === propertyId && amount === amountCents);
  if (!wire) throw new Error(`no wire of ${amountCents} waits for ${propertyId}`);
  expectStatus(await admin.client.post(`${WIRES}/archive`, { wireToBeAssignedId: wire.id, comment: 'Excédent' }), 201);
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
