import { post } from '../money/ledger/index.ts'; // planted: rule-1-core-knows-nobody
import { openLedger } from '../money/ledger/open.ts'; // planted: rule-1-core-knows-nobody rule-1-enter-by-the-door-from-outside
export const cents = [post, openLedger];
