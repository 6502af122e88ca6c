import { read } from './read.ts';
export const balance = read;
