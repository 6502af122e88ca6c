import { NO_CODE } from '../session/index.ts';
import { readSession as mine } from '../session/index.ts'; // planted
import { star } from '../../investing/stars/index.ts'; // planted
import { retry } from './retry.ts'; // planted
export const rules = [NO_CODE, mine, retry, star];
