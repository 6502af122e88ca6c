// What the exports of personal data answer, with codes of other rooms.

import { customerErrors } from '../../access/customers/index.ts';
import { tfaErrors } from '../../access/mfa/index.ts';

export const exportOwnDataErrors = tfaErrors;

export const exportCustomerDataErrors = customerErrors;
