// The properties of the demo and their SPV: drafted, published, closed, by the administrator.

import type { Client } from '../../test/support/client.ts';
import { drawPictures } from './pictures.ts';
import { must, type Stage } from './stage.ts';

/** A property as the demo plans it. */
export type PlannedProperty = {
  name: string;
  investorContractType: 'royalty' | 'obligation';
  returnOnInvestment: number;
  street: string;
  postcode: string;
  investmentCase: string;
  /** Its own fields, over those that all properties of the demo share. */
  terms?: Record<string, unknown>;
};

/** An SPV, the name of its wallet at the provider, and the company that pays it back. */
export type PlannedSpv = { name: string; accountId: string; owner: string };

/** What the demo reads of a published property. */
export type ShownProperty = {
  id: string;
  name: string;
  investorContractType: string;
  fundingEnded: boolean;
  confirmedPercentage: number;
  fundingStartDate: string;
};

export const SPV: PlannedSpv = { name: 'SPV Les Tilleuls', accountId: 'spv-tilleuls', owner: 'Tilleuls SCI' };

export const TILLEULS: PlannedProperty = {
  name: 'Les Tilleuls, Lyon',
  investorContractType: 'royalty',
  returnOnInvestment: 8,
  street: '8 avenue des Tilleuls',
  postcode: '69007',
  investmentCase: 'Douze appartements loués près du fleuve ; le loyer se partage chaque mois.',
};

export const QUAI_DES_ARTS: PlannedProperty = {
  name: 'Quai des Arts, Nantes',
  investorContractType: 'obligation',
  returnOnInvestment: 9.5,
  street: '3 quai des Arts',
  postcode: '44000',
  investmentCase: 'Un entrepôt devient des studios ; le prêt paie des intérêts chaque mois et finit après deux ans.',
};

/** Hours between publication and the start of the funding: one more than the least. */
const HOURS_BEFORE_START = 3;
const FUNDING_DAYS = 60;
const AMOUNT = { amountToFundCents: 100_000, minAmountToFundCents: 80_000, totalFundEscrow: 9_500 };

/** Published properties by name. */
export async function listShown(client: Client): Promise<Map<string, ShownProperty>> {
  const { items } = must(await client.get<{ items: ShownProperty[] }>('/properties?limit=200'), 200);
  return new Map(items.map((property) => [property.name, property]));
}

/** A published property that must be there. */
export async function shown(client: Client, { name }: PlannedProperty): Promise<ShownProperty> {
  const property = (await listShown(client)).get(name);
  if (!property) throw new Error(`${name} is not published`);
  return property;
}

/** Id of the SPV, opened with its wallet when there is none. */
export async function openSpv(stage: Stage, administrator: Client, planned: PlannedSpv): Promise<string> {
  const accounts = await stage.control<{ accountId: string }[]>('GET', '/accounts');
  if (!accounts.some(({ accountId }) => accountId === planned.accountId))
    await stage.control('POST', '/accounts', { accountId: planned.accountId, kind: 'legal', status: 6, balanceCents: 0 });
  const known = must(await administrator.get<{ id: string; name: string }[]>('/administration/spv'), 200);
  const found = known.find(({ name }) => name === planned.name);
  if (found) return found.id;
  const spv = { name: planned.name, country: 'France', providerExternalId: planned.accountId };
  return must(await administrator.post<{ id: string }>('/administration/spv', spv), 201).id;
}

/** Drafts and publishes, unless it is published already: visible now, the funding starts in a few hours. */
export async function publish(stage: Stage, administrator: Client, spvId: string, property: PlannedProperty): Promise<void> {
  if ((await listShown(administrator)).has(property.name)) return;
  const { street, postcode, terms, ...described } = property;
  const imageGallery = must(
    await administrator.post<string[]>('/administration/property/upload-image', await drawPictures(property.name)),
    201,
  );
  const now = await stage.now();
  const [, city = ''] = property.name.split(', ');
  const draft = {
    ...described,
    ...AMOUNT,
    spvId,
    imageGallery,
    address: { street, city, postcode, country: 'France' },
    fundingStartDate: now.add({ hours: HOURS_BEFORE_START }).toString(),
    fundingMaxEndDate: now.add({ hours: 24 * FUNDING_DAYS }).toString(),
    investmentHorizonInMonths: 24,
    ...(property.investorContractType === 'obligation'
      ? { operation: { version: 'V2', annualInterestPercentage: property.returnOnInvestment, durationInMonths: 24 } }
      : {}),
    ...terms,
  };
  const { id } = must(await administrator.post<{ id: string }>('/administration/property', draft), 201);
  must(await administrator.patch(`/administration/property/${id}/publish`, { displayDate: now.toString() }), 200);
}

/** Waits, on the business clock, for the start of the funding. */
export async function reachFundingStart(stage: Stage, client: Client, property: PlannedProperty): Promise<void> {
  await stage.reach(Temporal.Instant.from((await shown(client, property)).fundingStartDate));
}

/** Ends the funding with success, the morning after the last withdrawal window. */
export async function closeFunding(stage: Stage, administrator: Client, property: PlannedProperty): Promise<void> {
  const { id, fundingEnded } = await shown(administrator, property);
  if (fundingEnded) return;
  const funding = must(await administrator.get<{ possibleClosingDate: string }>(`/administration/property/${id}/funding`), 200);
  await stage.reach(Temporal.Instant.from(funding.possibleClosingDate).add({ hours: 9 }));
  must(await administrator.post(`/administration/property/${id}/funding/end/success`), 201);
}
