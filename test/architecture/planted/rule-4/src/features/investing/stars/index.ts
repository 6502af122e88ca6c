export * from './read-star.ts';
