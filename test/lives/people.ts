// The people of a random life: three projects on one SPV, a fourth on another, their investors, an owner with an account, an administrator.

import { randomUUID } from 'node:crypto';
import type { PropertyId } from '../../src/core/db/tables.ts';
import {
  type Investor,
  openFunding,
  type Person,
  type Spv,
  signInAdministrator,
  spvWithWallet,
  verifiedInvestor,
} from '../support/actors.ts';
import { ibanOf } from '../support/funding-actors.ts';
import { renameProperty } from '../support/property-states.ts';
import type { World } from '../support/world.ts';

export type LivingProject = { name: string; propertyId: PropertyId; spv: Spv & { ibanId: number; mandateId: number } };

export type People = {
  world: World;
  admin: Person;
  investors: readonly Investor[];
  projects: readonly LivingProject[];
  /** An account at the provider that is nobody's of ours: the owner pays from it by p2p. */
  ownerAccountId: string;
};

const BRICKS = 30;
const FUNDS_CENTS = 100_000_00;

/** Fundings are open; what differs between them is what the purses must keep apart: escrow, fees, budget. */
export async function peopleOf(world: World): Promise<People> {
  const admin = await signInAdministrator(world);
  const spvs = [await walletOf(world), await walletOf(world)] as const;
  const [shared, other] = spvs;
  const projects: LivingProject[] = [];
  for (const [index, spv] of [shared, shared, shared, other].entries()) {
    // Terms that a publication would have set; money, statuses and dates come from the life itself.
    const budgets = { escrowCents: index * 1_500, constructionCents: index * 1_000 };
    const fees = { fundingFeesCents: 700 + index, fiducieFeesCents: 300 + index };
    const contract = { ...budgets, ...fees, minBricks: 5, operation: { version: 'V2' } };
    const { propertyId } = await openFunding(world, { bricks: BRICKS, spv, contract });
    await renameProperty(world, propertyId, `P${index + 1}`);
    projects.push({ name: `P${index + 1}`, propertyId, spv });
  }
  const investors: Investor[] = [];
  for (let index = 0; index < 3; index += 1) investors.push(await verifiedInvestor(world, { fundsCents: FUNDS_CENTS }));
  const ownerAccountId = `owner-${randomUUID()}`;
  await world.control('POST', '/accounts', { accountId: ownerAccountId, kind: 'legal', status: 6, balanceCents: 500_000_00 });
  return { world, admin, investors, projects, ownerAccountId };
}

async function walletOf(world: World): Promise<LivingProject['spv']> {
  const spv = await spvWithWallet(world);
  const signed = { iban: 'FR7630006000011234567890189', holder: 'Promoteur SAS', status: 6 };
  const { id: mandateId } = await world.control<{ id: number }>('POST', `/accounts/${spv.accountId}/mandates`, signed);
  return { ...spv, ibanId: await ibanOf(world, spv.accountId), mandateId };
}
