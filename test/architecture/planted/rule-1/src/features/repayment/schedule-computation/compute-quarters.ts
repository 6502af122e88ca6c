import { randomBytes } from 'node:http'; // planted: rule-4-rules-are-pure
export const compute = randomBytes;
