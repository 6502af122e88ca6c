// The door to the defaults-management platform.

export { createDefaultsPlatform, type DefaultsPlatform } from './defaults.ts';
