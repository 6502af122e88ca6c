import { cents } from '../../../src/core/cents.ts'; // planted: rule-1-clients-stand-alone
import { randomUUID } from 'node:crypto'; // planted: rule-1-clients-stand-alone
export const send = () => [cents, randomUUID()];
