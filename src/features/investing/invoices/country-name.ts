// How a country is written on paper.

/** French name of an alpha-3 code; any other text as it is. */
export async function countryName(country: string | null): Promise<string | undefined> {
  if (country === null || !/^[A-Z]{3}$/.test(country)) return country ?? undefined;
  const { default: countries } = await import('i18n-iso-countries');
  return countries.getName(country, 'fr') ?? country;
}
