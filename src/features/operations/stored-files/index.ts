// Door of the care for stored files.

export { filesWithoutRowJob } from './jobs.ts';
