// Codes of the tax identity; ours, as the documents have no such endpoint.

/**
 * The profile must be saved before the tax identity.
 * @cause What the tax file asks depends on where you were born and live, and on whether you are a person or a company.
 * @remedy Save the profile, or send the tax identity with it.
 */
export const PROFILE_REQUIRED = 'tax-identity.profile-required';

/**
 * The company must be handed in before its tax identity.
 * @cause The tax file has the commune of the company's seat, which is not known yet.
 * @remedy Hand in the company.
 */
export const COMPANY_REQUIRED = 'tax-identity.company-required';

export const saveTaxIdentityErrors = { [PROFILE_REQUIRED]: 400, [COMPANY_REQUIRED]: 400 };
