// The demo is stopped again and again, each time after a request was served and before its answer arrives, and taken
// up where it stopped: in the end every cent, brick and transaction is there, once.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { isPlayed, playLife } from '../../scripts/demo/life.ts';
import type { Stage } from '../../scripts/demo/stage.ts';
import { printStatement } from '../../scripts/demo/statement.ts';
import type { World } from '../support/world.ts';
import { startStoryWorld } from './demo-world.ts';

const FIRST_STOP = 5;
/** Each run gets so many requests further than the one before. */
const FURTHER = 6;
const MAX_RUNS = 60;

const STOPPED = new Error('stopped on purpose');

let world: World;
let stage: Stage;

before(async () => {
  ({ world, stage } = await startStoryWorld());
});
after(() => world.close());

/** The stage, until so many requests have been served. */
function stoppingAfter(requests: number): Stage {
  let left = requests;
  const counted = async <T>(request: Promise<T>): Promise<T> => {
    const answer = await request;
    left -= 1;
    if (left <= 0) throw STOPPED;
    return answer;
  };
  return {
    ...stage,
    control: (method, path, body) => counted(stage.control(method, path, body)),
    visitor: () => {
      const client = stage.visitor();
      const send: typeof client.send = (method, path, body, headers) => counted(client.send(method, path, body, headers));
      return {
        send,
        cookies: client.cookies,
        get: (path, headers) => send('GET', path, undefined, headers),
        post: (path, body, headers) => send('POST', path, body, headers),
        put: (path, body, headers) => send('PUT', path, body, headers),
        patch: (path, body, headers) => send('PATCH', path, body, headers),
        delete: (path, body, headers) => send('DELETE', path, body, headers),
      };
    },
  };
}

/** Plays with stops until the demo ends; answers in which chapters it was stopped. */
async function playWithStops(): Promise<string[]> {
  const stops: string[] = [];
  for (let run = 0; run < MAX_RUNS; run += 1) {
    let chapter = '';
    try {
      await playLife(stoppingAfter(FIRST_STOP + run * FURTHER), (title) => {
        chapter = title;
      });
      return stops;
    } catch (error) {
      if (error !== STOPPED) throw error;
      stops.push(chapter);
    }
  }
  throw new Error(`the story did not end: ${stops.join('; ')}`);
}

function countRows(): Promise<object[]> {
  return world.sql(`select (select count(*) from wallet_transaction) as transactions, (select count(*) from payment) as orders,
    (select count(*) from market_deal) as deals, (select count(*) from property) as properties, (select count(*) from ledger_posting) as postings`);
}

it('ends to the cent however often it was stopped, and another play changes nothing', async () => {
  const stops = await playWithStops();
  assert.ok(new Set(stops).size >= 6, `stopped in many chapters: ${stops.join('; ')}`);
  const rows = await countRows();
  const cast = await playLife(stage, () => {});
  assert.deepEqual(await countRows(), rows);
  assert.equal(await isPlayed(cast.noah), true);
  assert.deepEqual(await printStatement(stage, cast, () => {}), []);
});
