// The price of a year of one property, as an administrator uploads it.

import { writeXlsx } from 'hucre/xlsx';
import type { PropertyId } from '../../src/core/db/tables.ts';
import { administratorOf } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** Official from now on; cents. */
export async function priceOfYear(world: World, propertyId: PropertyId, year: number, priceCents: number): Promise<void> {
  const header = ['propertyId', 'propertyName', 'year', 'brickPriceCents', 'revenuePerBrickCents'];
  const file = await writeXlsx({ sheets: [{ name: 'Feuille 1', rows: [header, [propertyId, '', year, priceCents, 0]] }] });
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), 'update.xlsx');
  const { client } = await administratorOf(world);
  expectStatus(await client.post('/administration/property/yearly-financial-update', body), 201);
}
