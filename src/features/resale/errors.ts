// Codes of resale and of the marketplace switch, and what each endpoint answers with them (document 2, Resale and marketplace).

import { PROJECT_NOT_FOUND } from '../properties/index.ts';

export const PROJECT_NOT_PURCHASED_YET = 'project.not-purchased-yet';
export const PROJECT_RESALE_COMPLETED = 'project.resale-completed';

export const marketplaceAllowedErrors = {
  [PROJECT_NOT_FOUND]: 404,
  [PROJECT_NOT_PURCHASED_YET]: 400,
  [PROJECT_RESALE_COMPLETED]: 400,
};
