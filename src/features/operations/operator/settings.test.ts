// The settings as administrators read them: all of the table, by subject, and no secret among them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { signInAdministrator, signUp } from '../../../../test/support/actors.ts';
import { expectCode, expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { secretValues } from '../../../config/index.ts';
import { settings } from '../../../config/settings.ts';

const PATH = '/administration/settings';
type Shown = { name: string; subject: string; isSecret: boolean; isSet: boolean; value: string | null };

let world: World;

before(async () => {
  world = await startWorld({ worker: false, settings: { MARKETPLACE_SELLER_COMMISSION_BPS: '250' } });
});
after(() => world.close());

describe('GET /administration/settings', () => {
  it('shows every setting as it runs, and of a secret whether it is set', async () => {
    const { client } = await signInAdministrator(world);
    const answer = expectStatus(await client.get<{ settings: Shown[] }>(PATH), 200);
    const shown = new Map(answer.body.settings.map((setting) => [setting.name, setting]));
    assert.deepEqual([...shown.keys()].sort(), Object.keys(settings).sort());
    assert.equal(shown.get('MARKETPLACE_SELLER_COMMISSION_BPS')?.value, '250');
    const { value, isSecret, isSet } = shown.get('DATABASE_URL') ?? assert.fail('the database has no setting');
    assert.deepEqual([value, isSecret, isSet], [null, true, true]);
    assert.deepEqual([shown.get('METRICS_TOKEN')?.isSet, shown.get('METRICS_TOKEN')?.value], [false, null]);
    for (const secret of secretValues(world.deps.config)) assert.ok(!answer.text.includes(secret), 'a secret is shown');
  });
  it('without a session -> 401 unauthenticated', async () => expectCode(await world.visitor().get(PATH), 401, 'unauthenticated'));
  it('as an investor -> 403 forbidden', async () => expectCode(await (await signUp(world)).client.get(PATH), 403, 'forbidden'));
});
