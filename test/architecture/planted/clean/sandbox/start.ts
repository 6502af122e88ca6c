import { serve } from './serve.ts';
export const start = serve;
