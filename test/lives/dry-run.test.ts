// Dry run and real run agree, over a thousand requests of random lives. A red seed replays: MORTAR_SEED=7 npm test -- test/lives/dry-run

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { declaredRoutes } from '../security/declared-routes.ts';
import { dryFirst, fingerprint } from '../support/dry-run.ts';
import { startWorld } from '../support/world.ts';
import { ARCHIVE_STEPS } from './archive-steps.ts';
import { peopleOf } from './people.ts';
import { CALM_PROVIDER_STEPS } from './provider-steps.ts';
import { chanceOf } from './random.ts';
import { SCHEDULE_STEPS } from './schedule-steps.ts';
import { STEPS } from './steps.ts';

const REQUESTS = Number(process.env.MORTAR_STEPS ?? 500);
const SEEDS = (process.env.MORTAR_SEED ?? '3,4').split(',').map(Number);
/** A look at every table takes longer than most requests. */
const LOOK_EVERY = 25;

const WEIGHTED = [...STEPS, ...ARCHIVE_STEPS, ...SCHEDULE_STEPS, ...CALM_PROVIDER_STEPS].flatMap(([weight, step]) =>
  Array.from({ length: weight }, () => step),
);

for (const seed of SEEDS) {
  it(`${REQUESTS} requests of seed ${seed}`, async () => {
    const world = await startWorld({ worker: false });
    try {
      await world.moveClock({ now: '2027-01-04T09:00:00Z' });
      const people = await peopleOf(world);
      const routes = await declaredRoutes(world.visitor());
      const patterns = routes
        .filter(({ movesMoney, guard, method }) => movesMoney && guard === 'administrator' && method === 'POST')
        .map(({ path }) => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`));
      const count = { asked: 0, moved: 0 };
      const client = dryFirst(world, people.admin.client, {
        moves: (path) => patterns.some((pattern) => pattern.test(path)),
        onCompared: (moved) => {
          count.asked += 1;
          if (moved) count.moved += 1;
        },
      });
      const chance = chanceOf(seed);
      const log: string[] = [];
      const compared = { ...people, admin: { ...people.admin, client } };
      for (let looked = 0; count.asked < REQUESTS; ) {
        const step = chance.one(WEIGHTED);
        if (!step) throw new Error('no steps');
        try {
          log.push(await step(compared, chance));
        } catch (cause) {
          throw new Error(`seed ${seed} after\n${log.slice(-15).join('\n')}`, { cause });
        }
        if (count.asked < looked) continue;
        looked += LOOK_EVERY;
        const before = await fingerprint(world);
        for (const { propertyId } of people.projects)
          await people.admin.client.post(`/administration/property/${propertyId}/funding/end/success?dryRun=true`);
        assert.deepEqual(await fingerprint(world), before, 'a dry run wrote something');
      }
      assert.ok(count.moved > REQUESTS / 10, `only ${count.moved} of ${count.asked} requests moved money`);
    } finally {
      await world.close();
    }
  });
}
