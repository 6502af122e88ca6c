// The profile that investors of the tests save.

/** Accepted as it is. */
export const PROFILE = {
  customerType: 'individual',
  firstName: 'Camille',
  lastName: 'Durand',
  citizenship: 'FRA',
  city: 'Lyon',
  cityOfBirth: 'Nantes',
  country: 'FRA',
  countryOfBirth: 'FRA',
  dateOfBirth: '1990-05-04',
  phone: '06 12 34 56 78',
  postcode: '69001',
  sex: 'female',
  street: '1 rue de la République',
} as const;
