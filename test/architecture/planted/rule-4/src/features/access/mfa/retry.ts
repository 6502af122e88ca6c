import * as session from '../session/index.ts';
export const retry = session;
