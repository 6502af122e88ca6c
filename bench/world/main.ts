// `npm run bench -- --world small|tenth|big`: seeds a world and measures how each path grows with it.

import { openHouse } from '../house.ts';
import { sizeOf, type WorldName } from './plan.ts';
import { openWallets, seedWorld } from './seed.ts';

/** Seeds the world unless `home` holds one already. */
export async function measureWorld(
  name: WorldName,
  options: { home?: string; progress: (line: string) => void; onClosable: (close: () => Promise<void>) => void },
): Promise<void> {
  const { progress, onClosable } = options;
  const house = await openHouse(progress, onClosable, options.home === undefined ? {} : { home: options.home });
  try {
    const size = sizeOf(name);
    const [there] = await house.sql<{ count: string }>('select count(*) from property');
    if (Number(there?.count) === 0) {
      progress(`seeding ${size.customers.toLocaleString('en')} customers and ${size.properties.toLocaleString('en')} properties`);
      await seedWorld(house, size, progress);
    }
    await openWallets(house, progress);
    progress('proving');
    await house.run(['job', 'ledger-proof', '--dry-run']);
    progress('proved');
  } finally {
    await house.close();
  }
}
