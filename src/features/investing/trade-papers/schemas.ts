// Path parameters of the trade paper routes.

import { Type } from 'typebox';
import { Uuid } from '../../../core/http/schemas.ts';

export const PurchaseParams = Type.Object({ purchaseId: Uuid });
export const DealParams = Type.Object({ dealId: Uuid });
