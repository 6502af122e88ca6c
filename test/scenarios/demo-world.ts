// A world in which `npm run demo` can be played, chapter by chapter.

import { createStage, type Stage } from '../../scripts/demo/stage.ts';
import { createAdministrator } from '../../src/features/access/administrators/index.ts';
import { startWorld, type World } from '../support/world.ts';

const ADMINISTRATOR = { email: 'story@mortar.test', password: 'correct horse battery staple' };

/** A world with the demo's settings, and its stage. */
export async function startStoryWorld(): Promise<{ world: World; stage: Stage }> {
  const world = await startWorld({ settings: { WITHDRAW_FREE_PER_YEAR: '0' } });
  await createAdministrator(world.deps, { ...ADMINISTRATOR, name: 'Alix Admin' });
  return { world, stage: createStage({ apiUrl: world.url, controlUrl: `${world.sandbox.url}/_control`, admin: ADMINISTRATOR }) };
}
