export * from './chat.ts';
export const version = 1;
