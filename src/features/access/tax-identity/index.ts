// Door of the tax identity: what the yearly file of the tax office says of an investor beyond the profile.

export { loadCommunes } from './communes.ts';
export { saveTaxIdentityErrors } from './errors.ts';
export { taxIdentitiesJob } from './jobs.ts';
export { listUnanswered } from './queries.ts';
export { taxIdentityRoutes } from './routes.ts';
export { NewTaxIdentity } from './schemas.ts';
export { declareTaxIdentity, readTaxIdentity } from './tax-identity.ts';
