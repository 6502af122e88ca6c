// Door of the personal data of everybody: what is kept of them, and the key that encrypts it.

export { CLASSES, type ClassifiedColumn, COLUMNS, PERIODS, type Period } from './columns.ts';
export { LINKS, type PersonLink } from './export-tables.ts';
export { rotateEncryptionKeyJob } from './jobs.ts';
export { personalDataRoutes } from './routes.ts';
