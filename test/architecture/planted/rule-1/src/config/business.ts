import type { Session } from '../features/access/session/index.ts'; // planted: rule-1-config-stands-beside-core
export type Sessions = Session[];
