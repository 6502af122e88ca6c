// The name of a country on printed documents.

/** French name of an alpha-3 code; any other text unchanged; undefined for null. */
export async function countryName(country: string | null): Promise<string | undefined> {
  if (country === null || !/^[A-Z]{3}$/.test(country)) return country ?? undefined;
  const { default: countries } = await import('i18n-iso-countries');
  return countries.getName(country, 'fr') ?? country;
}
