// What the yearly tax file asks of whom, in its codes, and what is wrong with what was declared. Pure.

import type { FieldFault } from '../../../core/errors.ts';

/** What the file lacks of an investor; the texts are those of queries.ts. */
export const MISSING_PARTS = ['profile', 'company', 'sex', 'birth-name', 'birth-commune', 'residence-commune'] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];

/** A commune, a part of one, or one that has ceased (`isCurrent` false); `parent`: of an arrondissement, its commune. */
export type Commune = { code: string; name: string; parent: string | null; postcodes: readonly string[]; isCurrent: boolean };
export type Communes = { byCode: ReadonlyMap<string, Commune> };

/** A commune as it is stored: with the name as it was typed where its code is none of today's. */
export type NamedCommune = { code: string; name: string };

/** The countries of ISO 3166 whose places are communes of France. */
export const FRENCH_TERRITORIES: readonly string[] = [
  'FRA',
  'GLP',
  'MTQ',
  'GUF',
  'REU',
  'MYT',
  'SPM',
  'BLM',
  'MAF',
  'PYF',
  'NCL',
  'WLF',
  'ATF',
];

export const COMMUNE_CODE = String.raw`^(\d\d|2[ABab])\d{3}$`;

/** The code of a country of the world in the file: 99 and three digits; undefined in France. */
export function inseeCountryOf(alpha3: string | null): string | undefined {
  const digits = alpha3 === null ? undefined : INSEE_COUNTRIES.get(alpha3);
  return digits === undefined ? undefined : `99${digits}`;
}

/** The two fields of a code in the file: a department (99 for abroad), and the three characters after it. */
export function fieldsOfCode(code: string): { department: string; commune: string } {
  return { department: code.slice(0, 2), commune: code.slice(2) };
}

/** Whose file it is: the profile of a person, or of a company's representative. */
export type Holder = {
  isCompany: boolean;
  sex: 'female' | 'male' | null;
  countryOfBirth: string | null;
  /** Of the person, or the company's seat. */
  address: Address;
};
export type Address = { country: string | null; postcode: string | null; city: string | null };

/** What is declared at once; what is left out is taken from the profile (`sex`) or the address (`residenceCommune`). */
export type Declared = {
  sex?: 'female' | 'male';
  birthName?: string;
  usualName?: string | null;
  birthCommune?: { code: string; name?: string };
  residenceCommune?: { code: string };
};

export type TaxIdentity = {
  sex: 'female' | 'male' | null;
  birthName: string | null;
  usualName: string | null;
  birthCommune: NamedCommune | null;
  residenceCommune: NamedCommune | null;
};

/** The whole declaration, or what is wrong with it; paths begin with `at`. */
export function checkDeclaration(
  sent: Declared,
  { holder, communes, at }: { holder: Holder; communes: Communes; at: string },
): TaxIdentity | { faults: FieldFault[] } {
  const faults: FieldFault[] = [];
  const refuse = (field: keyof Declared, reason: string) => {
    faults.push({ path: `${at}/${field}`, reason });
    return null;
  };
  const person = holder.isCompany ? companyHasNone(sent, refuse) : personOf(sent, holder, communes, refuse);
  const residenceCommune = residenceOf(sent.residenceCommune, holder.address, communes, refuse);
  return faults.length > 0 ? { faults } : { ...person, residenceCommune };
}

type Refuse = (field: keyof Declared, reason: string) => null;
type Person = Omit<TaxIdentity, 'residenceCommune'>;

function companyHasNone(sent: Declared, refuse: Refuse): Person {
  for (const field of ['sex', 'birthName', 'usualName', 'birthCommune'] as const)
    if (sent[field] !== undefined && sent[field] !== null) refuse(field, 'is not asked of a company');
  return { sex: null, birthName: null, usualName: null, birthCommune: null };
}

function personOf(sent: Declared, holder: Holder, communes: Communes, refuse: Refuse): Person {
  const sex = sent.sex ?? holder.sex ?? refuse('sex', 'is required');
  const birthName = nameOf('birthName', sent.birthName, refuse) ?? refuse('birthName', 'is required');
  const usualName = nameOf('usualName', sent.usualName, refuse);
  return {
    sex,
    birthName,
    // A person who uses the name of their birth has no other one.
    usualName: usualName === birthName ? null : usualName,
    birthCommune: birthCommuneOf(sent.birthCommune, holder.countryOfBirth, communes, refuse),
  };
}

function nameOf(field: 'birthName' | 'usualName', sent: string | null | undefined, refuse: Refuse): string | null {
  const name = sent?.trim() ?? '';
  if (name === '') return null;
  return /\p{L}/u.test(name) ? name : refuse(field, 'has no letter');
}

/** A commune that has ceased is taken under the name that was typed, as there is no list of all that ever were. */
function birthCommuneOf(
  sent: Declared['birthCommune'],
  country: string | null,
  communes: Communes,
  refuse: Refuse,
): NamedCommune | null {
  const isFrench = country !== null && FRENCH_TERRITORIES.includes(country);
  if (!isFrench) return sent ? refuse('birthCommune', 'is only of those born in France: so the profile says otherwise') : null;
  if (!sent) return refuse('birthCommune', 'is required of those born in France');
  const code = sent.code.toUpperCase();
  const known = communes.byCode.get(code);
  if (known) return { code, name: known.name };
  const name = sent.name?.trim() ?? '';
  if (!departmentsOf(communes).has(departmentOf(code))) return refuse('birthCommune', 'is in no department of France');
  return name === '' ? refuse('birthCommune', 'is no commune of today: it needs its name') : { code, name };
}

function residenceOf(
  sent: Declared['residenceCommune'],
  address: Address,
  communes: Communes,
  refuse: Refuse,
): NamedCommune | null {
  if (!isInFrance(address))
    return sent ? refuse('residenceCommune', 'is only of those who live in France: so the address says otherwise') : null;
  if (!sent)
    return communeOf(address, communes) ?? refuse('residenceCommune', 'is required: it does not follow from the address');
  const code = sent.code.toUpperCase();
  const known = communes.byCode.get(code);
  if (!known?.isCurrent) return refuse('residenceCommune', 'is no commune of today');
  const postcode = address.postcode ?? '';
  const isNear = known.postcodes.includes(postcode) || departmentOf(code) === departmentOf(postcode, communes);
  return isNear ? { code, name: known.name } : refuse('residenceCommune', `is not where the postcode ${postcode} is`);
}

export function isInFrance({ country }: Pick<Address, 'country'>): boolean {
  return country !== null && FRENCH_TERRITORIES.includes(country);
}

/** The commune, or arrondissement, of an address in France; null where postcode and city do not say it. */
export function communeOf({ postcode, city }: Address, { byCode }: Communes): NamedCommune | null {
  if (postcode === null || city === null) return null;
  const name = plainName(city);
  const found = (indexOf({ byCode }).get(postcode) ?? []).filter((commune) => {
    const parent = commune.parent === null ? undefined : byCode.get(commune.parent);
    return plainName(commune.name) === name || (parent !== undefined && plainName(parent.name) === name);
  });
  // Of Paris, Lyon and Marseille the postcode says the arrondissement.
  const arrondissements = found.filter(({ parent }) => parent !== null);
  const [only, another] = arrondissements.length > 0 ? arrondissements : found;
  return only && !another ? { code: only.code, name: only.name } : null;
}

const indexes = new WeakMap<Communes['byCode'], ReadonlyMap<string, Commune[]>>();

function indexOf({ byCode }: Communes): ReadonlyMap<string, Commune[]> {
  const known = indexes.get(byCode);
  if (known) return known;
  const index = new Map<string, Commune[]>();
  for (const commune of byCode.values())
    for (const postcode of commune.isCurrent ? commune.postcodes : [])
      index.set(postcode, [...(index.get(postcode) ?? []), commune]);
  indexes.set(byCode, index);
  return index;
}

/** `Saint-Étienne CEDEX 2` is `saint etienne`: what differs between spellings of a city. */
function plainName(city: string): string {
  return city
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\bcedex\b.*$/, '')
    .replace(/ \d+ ?(?:er|e|eme)?(?: arrondissement)? *$/, '')
    .replace(/\bst\b/g, 'saint')
    .replace(/\bste\b/g, 'sainte')
    .trim();
}

/** The department of a code or postcode: two characters, three overseas; of a Corsican postcode 20. */
function departmentOf(code: string, communes?: Communes): string {
  const length = /^9[78]/.test(code) ? 3 : 2;
  const department = code.slice(0, length);
  if (communes === undefined || department !== '20') return department;
  return (indexOf(communes).get(code) ?? [])[0]?.code.slice(0, 2) ?? department;
}

/** Those of today, and Corsica as it was before it became two. */
function departmentsOf({ byCode }: Communes): Set<string> {
  return new Set(['20', ...Array.from(byCode.keys(), (code) => departmentOf(code))]);
}

/** Communes whose names begin with a text, or that have the postcode; those of today first, by name. */
export function searchCommunes({ byCode }: Communes, asked: string, limit: number): Commune[] {
  const text = plainName(asked);
  const isPostcode = /^\d{5}$/.test(text);
  return Array.from(byCode.values())
    .filter(({ code, name, postcodes }) =>
      isPostcode ? postcodes.includes(text) || code === text : plainName(name).startsWith(text),
    )
    .toSorted(
      (one, other) =>
        Number(other.isCurrent) - Number(one.isCurrent) ||
        one.name.length - other.name.length ||
        one.code.localeCompare(other.code),
    )
    .slice(0, limit);
}

// The codes that INSEE gives the countries of the world, three digits after 99, by ISO 3166-1 alpha-3. Territories have that of the group
// under which INSEE lists them.

const CODES = `
  101 DNK 102 ISL 103 NOR 104 SWE 105 FIN 106 EST 107 LVA 108 LTU 109 DEU 110 AUT 111 BGR 112 HUN 113 LIE 114 ROU 116 CZE 117 SVK
  118 BIH 119 HRV 120 MNE 121 SRB 122 POL 123 RUS 125 ALB 126 GRC 127 ITA 128 SMR 129 VAT 130 AND 131 BEL 132 GBR 133 GIB 134 ESP
  135 NLD 136 IRL 137 LUX 138 MCO 139 PRT 140 CHE 144 MLT 145 SVN 148 BLR 151 MDA 155 UKR 156 MKD 157 XKK 158 FRO 159 SJM 160 ALA
  161 IMN 161 JEY 161 GGY
  201 SAU 203 IRQ 204 IRN 205 LBN 206 SYR 207 ISR 208 TUR 212 AFG 213 PAK 214 BTN 215 NPL 216 CHN 217 JPN 219 THA 220 PHL 222 JOR
  223 IND 224 MMR 225 BRN 226 SGP 227 MYS 229 MDV 230 HKG 231 IDN 232 MAC 234 KHM 235 LKA 236 TWN 238 PRK 239 KOR 240 KWT 241 LAO
  242 MNG 243 VNM 246 BGD 247 ARE 248 QAT 249 BHR 250 OMN 251 YEM 252 ARM 253 AZE 254 CYP 255 GEO 256 KAZ 257 KGZ 258 UZB 259 TJK
  260 TKM 261 PSE 262 TLS 265 CXR 265 CCK 265 HMD
  301 EGY 302 LBR 303 ZAF 304 GMB 306 SHN 308 IOT 309 TZA 310 ZWE 311 NAM 312 COD 314 GNQ 315 ETH 316 LBY 317 ERI 318 SOM 321 BDI
  322 CMR 323 CAF 324 COG 326 CIV 327 BEN 328 GAB 329 GHA 330 GIN 331 BFA 332 KEN 333 MDG 334 MWI 335 MLI 336 MRT 337 NER 338 NGA
  339 UGA 340 RWA 341 SEN 342 SLE 343 SDN 344 TCD 345 TGO 346 ZMB 347 BWA 348 LSO 349 SSD 350 MAR 351 TUN 352 DZA 363 BVT 389 ESH
  390 MUS 391 SWZ 392 GNB 393 MOZ 394 STP 395 AGO 396 CPV 397 COM 398 SYC 399 DJI
  401 CAN 404 USA 405 MEX 406 CRI 407 CUB 408 DOM 409 GTM 410 HTI 411 HND 412 NIC 413 PAN 414 SLV 415 ARG 416 BRA 417 CHL 418 BOL
  419 COL 420 ECU 421 PRY 422 PER 423 URY 424 VEN 425 AIA 425 BMU 425 CYM 425 MSR 425 TCA 425 VGB 426 JAM 427 FLK 427 SGS 428 GUY
  429 BLZ 430 GRL 431 ABW 432 PRI 432 VIR 433 TTO 434 BRB 435 GRD 436 BHS 437 SUR 438 DMA 439 LCA 440 VCT 441 ATG 442 KNA 443 BES
  444 CUW 445 SXM
  501 AUS 502 NZL 503 PCN 505 ASM 505 GUM 505 MNP 505 UMI 506 WSM 507 NRU 508 FJI 509 TON 510 PNG 511 TUV 512 SLB 513 KIR 514 VUT
  515 MHL 516 FSM 517 PLW 519 TKL 520 COK 521 NIU 522 NFK 699 ATA
`;

export const INSEE_COUNTRIES: ReadonlyMap<string, string> = new Map(
  Array.from(CODES.matchAll(/(\d{3}) ([A-Z]{3})/g), ([, digits = '', alpha3 = '']) => [alpha3, digits]),
);
