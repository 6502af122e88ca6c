// The life of a royalty property, from its SPV to a paid-out withdrawal, played only over HTTP.
//
// Every chapter is idempotent: an interrupted demo goes on where it stopped.

import type { Client } from '../../test/support/client.ts';
import { becomeVerified, createInvestor, type DemoInvestor, meOf, signIn, signInAdministrator } from './people.ts';
import { closeFunding, listShown, openSpv, publish, QUAI_DES_ARTS, reachFundingStart, SPV, TILLEULS } from './properties.ts';
import { must, type Stage } from './stage.ts';
import { buyBricks, hasTransaction, offerBricks, receiveWire, resell, takeBack } from './trading.ts';
import { completePayout, registerBankAccount, withdraw } from './withdrawal.ts';

/** The people of the demo. */
export type People = { administrator: Client; camille: DemoInvestor; noah: DemoInvestor };

/** A part of the demo, with the line that announces it. */
export type Chapter<Players = People> = { title: string; play: (stage: Stage, people: Players) => Promise<void> };

/** The players, nobody signed in yet. */
export function createCast(stage: Stage): People {
  return {
    administrator: stage.visitor(),
    camille: createInvestor(stage, { firstName: 'Camille', lastName: 'Durand', sex: 'female' }),
    noah: createInvestor(stage, { firstName: 'Noah', lastName: 'Petit', sex: 'male' }),
  };
}

/** The whole demo in its order; amounts in cents. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'The administrator signs in',
    play: (stage, { administrator }) => signInAdministrator(stage, administrator),
  },
  {
    title: 'An SPV with its wallet; a property is drafted and published',
    play: async (stage, { administrator }) => publish(stage, administrator, await openSpv(stage, administrator, SPV), TILLEULS),
  },
  {
    title: 'Camille signs up and becomes verified',
    play: (stage, { administrator, camille }) => welcome(stage, administrator, camille),
  },
  {
    title: 'Noah signs up and becomes verified',
    play: (stage, { administrator, noah }) => welcome(stage, administrator, noah),
  },
  {
    title: 'Wires arrive on both wallets',
    play: async (stage, { camille, noah }) => {
      await receiveWire(stage, camille, 100_000);
      await receiveWire(stage, noah, 60_000);
    },
  },
  {
    title: 'The funding starts: Camille buys 50 bricks, Noah 45 and 5 more that he takes back',
    play: async (stage, { camille, noah }) => {
      await reachFundingStart(stage, camille.client, TILLEULS);
      await buyBricks(stage, camille, TILLEULS, 50);
      await buyBricks(stage, noah, TILLEULS, 45);
      await takeBack(stage, noah, await buyBricks(stage, noah, TILLEULS, 5));
    },
  },
  {
    title: 'The withdrawal window is over and the funding is closed',
    play: (stage, { administrator }) => closeFunding(stage, administrator, TILLEULS),
  },
  {
    title: 'Camille resells 10 bricks to Noah',
    play: (stage, { camille, noah }) => resell(stage, camille, noah, { property: TILLEULS, bricks: 10, brickPriceCents: 950 }),
  },
  {
    title: 'Camille registers her bank account',
    play: (stage, { camille }) => registerBankAccount(stage, camille),
  },
  {
    title: 'Camille withdraws 200 euros',
    play: (stage, { camille }) => withdraw(stage, camille, 20_000),
  },
  {
    title: 'The bank confirms the pay-out',
    play: (stage, { camille }) => completePayout(stage, camille),
  },
  {
    title: 'A second property is published, for whoever comes next',
    play: async (stage, { administrator }) => {
      await publish(stage, administrator, await openSpv(stage, administrator, SPV), QUAI_DES_ARTS);
      await stage.reach(Temporal.Now.instant());
    },
  },
  {
    title: 'Noah offers 5 bricks',
    play: async (_stage, { noah }) => {
      if (!(await hasOffered(noah))) await offerBricks(noah, { property: TILLEULS, bricks: 5, brickPriceCents: 980 });
    },
  },
];

/** Plays the chapters that have not been played yet. `onChapter` is called with the title before each one. */
export async function playLife(stage: Stage, onChapter: (title: string) => void): Promise<People> {
  const people = createCast(stage);
  for (const { title, play } of CHAPTERS) {
    onChapter(title);
    await play(stage, people);
  }
  return people;
}

/** Signed up, verified, and shown royalties. */
async function welcome(stage: Stage, administrator: Client, investor: DemoInvestor): Promise<void> {
  await becomeVerified(stage, administrator, investor);
  const { id, canSeeRoyalty } = await meOf(investor);
  if (!canSeeRoyalty) must(await administrator.patch(`/administration/customers/${id}`, { canSeeRoyalty: true }), 200);
}

/** True after the last step of the demo. */
async function hasOffered(noah: DemoInvestor): Promise<boolean> {
  const { items } = must(await noah.client.get<{ items: { sellingBrickCount: number }[] }>('/customers/bricks?limit=200'), 200);
  return items.some(({ sellingBrickCount }) => sellingBrickCount > 0) || (await hasTransaction(noah, 'SELLING_DEAL'));
}

/** True once the demo was played to its end. */
export async function isPlayed(noah: DemoInvestor): Promise<boolean> {
  const isLastPublished = (await listShown(noah.client)).has(QUAI_DES_ARTS.name);
  return isLastPublished && (await signIn(noah)) && (await hasOffered(noah));
}
