// The door to the company registry.

export { createRegistry, type Registry } from './registry.ts';
