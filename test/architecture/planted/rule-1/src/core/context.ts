import { AsyncLocalStorage } from 'node:async_hooks'; // planted: rule-5-no-ambient-transaction
import 'no-such-package'; // planted: no-unresolvable
import './no-such-file.ts'; // planted: no-unresolvable
import fc from 'fast-check'; // planted: no-development-package-in-the-product
export const ambient = [new AsyncLocalStorage(), fc];
