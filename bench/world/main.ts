// `npm run bench -- --world tenth|big`: seeds a world of one hundredth and the one asked for, and prints how each path grows between them.

import { startSystem } from '../system.ts';
import { type Cost, growthTable, measureCosts } from './growth.ts';
import { sizeOf, type WorldName } from './plan.ts';
import { openWallets, seedWorld } from './seed.ts';

type Options = { home?: string; progress: (line: string) => void; onClosable: (close: () => Promise<void>) => void };

/** The table. `home` keeps the larger world in a folder, where the next run finds it. */
export async function measureWorld(name: WorldName, options: Options): Promise<string> {
  const { home: _, ...passing } = options;
  const small = await costsIn('small', passing);
  const costs = name === 'small' ? small : await costsIn(name, options);
  return growthTable({ name: 'small', costs: small }, { name, costs });
}

async function costsIn(name: WorldName, { home, progress, onClosable }: Options): Promise<Cost[]> {
  const system = await startSystem(progress, onClosable, home === undefined ? {} : { home });
  try {
    const size = sizeOf(name);
    const [there] = await system.sql<{ count: string }>('select count(*) from property');
    if (Number(there?.count) === 0) {
      progress(`seeding ${size.customers.toLocaleString('en')} customers and ${size.properties.toLocaleString('en')} properties`);
      await seedWorld(system, size, progress);
    }
    await openWallets(system, progress);
    return await measureCosts(system, size, progress);
  } finally {
    await system.close();
  }
}
