export { serve } from './long.ts'; // planted
export { readFile } from 'node:fs';
