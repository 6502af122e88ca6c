// The yearly tax summary: its figures, and its sheet that says what to enter into which box of the French tax return.

import { type Cents, centsOf, formatEuros } from '../../../core/cents.ts';
import { longDay, parisDate, parisYear } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import {
  type Column,
  drawFeet,
  drawHead,
  drawParties,
  drawPdf,
  drawTable,
  GREY,
  LEFT,
  put,
  WIDTH,
} from '../../../core/documents/pdf.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { TAX_PARTS } from '../../../providers/email/index.ts';
import { type CustomerWithUser, findCustomer, findCustomerWithUser } from '../../access/customers/index.ts';
import { readTaxIdentity } from '../../access/tax-identity/index.ts';
import { type Issuer, imprintOf, issuerOf, printedName } from '../invoices/index.ts';
import { sumCouponsOfYear, sumLossesOfYear } from './record-queries.ts';
import { loanInterestAfterLosses, taxYearOf, wholeEuros } from './rules.ts';
import type { TaxSummary } from './schemas.ts';

// GET /customers/taxation/summary/:year: the figures of the yearly form (IFU, tax.md#yearly-form).

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;
type Asked = { customerId: CustomerId; year: number };

/** Cents, of confirmed payouts. Error: `not-found` for a year before sign-up or after the current one (Paris). */
export async function readTaxSummary(deps: Deps, asked: Asked): Promise<TaxSummary> {
  await assertYearOfAccount(deps, asked);
  return summarise(deps, asked);
}

async function assertYearOfAccount({ db, clock }: Deps, { customerId, year }: Asked): Promise<void> {
  const customer = await findCustomer(db, customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  if (year < parisYear(customer.createdAt) || year > parisYear(clock.now()))
    throw new AppError(NOT_FOUND, { detail: 'There is no tax summary of this year.' });
}

/** Throws when the parts of a tax were not recorded: the figures would be wrong. */
async function summarise({ db, clock, config }: Deps, { customerId, year }: Asked): Promise<TaxSummary> {
  const { solidarityBps } = taxYearOf(config.TAX_RATES, year);
  const sums = await sumCouponsOfYear(db, { customerId, year, solidarityBps });
  if (sums.unsplitCount > 0) throw new Error(`${sums.unsplitCount} taxes withheld in ${year} are not split into their parts`);
  const { lost: losses, recovered } = await sumLossesOfYear(db, { customerId, year });
  return {
    year,
    isFinal: year < parisYear(clock.now()),
    grossInterestCents: sums.interestCents,
    incomeTaxWithheldCents: sums.incomeTaxCents,
    socialContributionsCents: sums.socialCents,
    taxWithheldCents: sums.taxCents,
    royaltyRevenueCents: sums.royaltyCents,
    interestByContract: {
      loanCents: sums.loanInterestCents,
      obligationCents: sums.obligationInterestCents,
      otherCents: centsOf(sums.interestCents - sums.loanInterestCents - sums.obligationInterestCents),
    },
    capitalLosses: losses,
    capitalRecoveries: recovered,
    loanInterestAfterLossesCents: loanInterestAfterLosses(sums.loanInterestCents, losses.loanCents),
    ...boxesOf(sums, losses.loanCents),
  };
}

/** In cents, and as they are entered. */
function boxesOf(
  sums: Awaited<ReturnType<typeof sumCouponsOfYear>>,
  lossCents: Cents,
): Pick<TaxSummary, 'boxes' | 'declaredEuros'> {
  const boxes = {
    '2TT': sums.loanInterestCents,
    '2TR': centsOf(sums.interestCents - sums.loanInterestCents),
    '2TY': lossCents,
    '2TU': lossCents,
    '2CK': sums.incomeTaxCents,
    '2BH': sums.contributionsBaseCents,
    '2CG': sums.solidarityBaseCents,
  };
  const declaredEuros = {
    '2TT': wholeEuros(boxes['2TT']),
    '2TR': wholeEuros(boxes['2TR']),
    '2TY': wholeEuros(boxes['2TY']),
    '2CK': wholeEuros(boxes['2CK']),
    '2BH': wholeEuros(boxes['2BH']),
    '2CG': wholeEuros(boxes['2CG']),
  };
  return { boxes, declaredEuros };
}

// GET /customers/taxation/summary/:year/pdf: what to enter into which box of the French tax return, in French.

/** Errors: those of `readTaxSummary`. */
export async function printTaxSummary(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  asked: { customerId: CustomerId; year: number },
): Promise<{ name: string; bytes: Uint8Array }> {
  const summary = await readTaxSummary(deps, asked);
  const customer = await findCustomerWithUser(deps.db, asked.customerId);
  if (!customer) throw new AppError(FORBIDDEN);
  const identity = await readTaxIdentity(deps.db, asked.customerId);
  const bytes = await renderTaxSummary(summary, { customer, identity, issuer: issuerOf(deps.config), at: deps.clock.now() });
  return { name: `mortar-fiscalite-${asked.year}.pdf`, bytes };
}

type Printed = {
  customer: Pick<CustomerWithUser, 'firstName' | 'lastName' | 'name' | 'email' | 'dateOfBirth'>;
  identity: Awaited<ReturnType<typeof readTaxIdentity>>;
  issuer: Issuer;
  at: Temporal.Instant;
};
type Row = { box: string; label: string; cents: Cents };

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Case', x: LEFT + 10, width: 40, align: 'left', of: (row) => row.box },
  { title: 'Intitulé', x: 112, width: 262, align: 'left', of: (row) => row.label },
  { title: 'Montant exact', x: 380, width: 76, align: 'right', of: (row) => formatEuros(row.cents) },
  {
    title: 'À déclarer',
    x: 460,
    width: 69,
    align: 'right',
    of: (row) => (row.box === '' ? '' : `${wholeEuros(row.cents).toLocaleString('fr-FR')} €`),
  },
];

/** The same summary at the same moment gives the same bytes. */
async function renderTaxSummary(summary: TaxSummary, { customer, identity, issuer, at }: Printed): Promise<Uint8Array> {
  const title = `Fiscalité ${summary.year}`;
  return drawPdf({ title, author: issuer.name, writtenAt: at }, (sheet) => {
    const facts = [
      `Établi le ${longDay(parisDate(at))}`,
      ...(summary.isFinal ? [] : ['Provisoire : l’année n’est pas terminée']),
    ];
    drawHead(sheet, { company: issuer.name, title, line: 'Récapitulatif fiscal annuel', facts });
    const rows = [customer.email, ...declaredRows(customer, identity)];
    const recipient = { title: 'Bénéficiaire', name: printedName(customer), rows, x: LEFT, width: WIDTH };
    const top = drawParties(sheet, { y: 148, height: 76 }, [recipient]) + 20;
    const end = drawTable(sheet, { y: top, columns: COLUMNS, rows: rowsOf(summary) });
    put(sheet, [...missingNote(identity), NOTE].join(' '), {
      x: LEFT,
      y: end + 16,
      width: WIDTH,
      size: 8.5,
      color: GREY,
      wraps: true,
    });
    drawFeet(sheet, imprintOf(issuer), title);
  });
}

/** The investor as the file of the tax office has them. */
function declaredRows(
  { dateOfBirth }: Printed['customer'],
  { sex, birthName, file, residenceCommune }: Printed['identity'],
): string[] {
  const born = { female: 'Née', male: 'Né' };
  const birth = [
    `${sex === null ? 'Né(e)' : born[sex]} ${birthName}`,
    ...(dateOfBirth ? [`le ${longDay(dateOfBirth)}`] : []),
    ...(file.birthPlace ? [`à ${file.birthPlace} (${file.birthDepartment}${file.birthCommune})`] : []),
  ];
  return [
    ...(birthName === null ? [] : [birth.join(', ')]),
    ...(residenceCommune ? [`Commune : ${residenceCommune.name} (${residenceCommune.code})`] : []),
  ];
}

/** What the file lacks of them. */
function missingNote({ missing }: Printed['identity']): string[] {
  if (missing.length === 0) return [];
  const parts = missing.map((part) => TAX_PARTS[part]).join(', ');
  return [
    `Il manque à votre dossier fiscal : ${parts}. Complétez-le sur votre compte, pour que ces montants figurent sur votre déclaration préremplie.`,
  ];
}

const NOTE =
  'Montants des coupons versés et confirmés dans l’année. Les montants à déclarer sont arrondis à l’euro le plus proche. ' +
  'La case 2BH ouvre droit à la CSG déductible si vous optez pour le barème progressif ; la case 2CG reprend les revenus soumis au seul prélèvement de solidarité. ' +
  'Les pertes de la case 2TY (zone 2TU du fichier transmis à l’administration) s’imputent sur les intérêts des prêts (case 2TT) de l’année et des cinq suivantes, dans la limite annuelle de 8 000 €.';

function rowsOf(summary: TaxSummary): Row[] {
  const { boxes, socialContributionsCents, royaltyRevenueCents, capitalLosses, capitalRecoveries } = summary;
  const recoveredCents = centsOf(capitalRecoveries.loanCents + capitalRecoveries.obligationCents);
  return [
    { box: '2TT', label: 'Intérêts des prêts participatifs et des minibons', cents: boxes['2TT'] },
    { box: '2TR', label: 'Intérêts et autres produits de placement à revenu fixe', cents: boxes['2TR'] },
    { box: '2CK', label: 'Prélèvement forfaitaire non libératoire déjà versé (crédit d’impôt)', cents: boxes['2CK'] },
    { box: '2BH', label: 'Revenus déjà soumis aux prélèvements sociaux avec CSG déductible', cents: boxes['2BH'] },
    { box: '2CG', label: 'Revenus déjà soumis aux prélèvements sociaux sans CSG déductible', cents: boxes['2CG'] },
    { box: '2TY', label: 'Pertes en capital de l’année sur prêts participatifs', cents: boxes['2TY'] },
    { box: '', label: 'Prélèvements sociaux retenus, pour information', cents: socialContributionsCents },
    ...(royaltyRevenueCents > 0
      ? [{ box: '', label: 'Revenus de royalties sans retenue, pour information', cents: royaltyRevenueCents }]
      : []),
    ...(capitalLosses.obligationCents > 0
      ? [{ box: '', label: 'Pertes en capital sur obligations, pour information', cents: capitalLosses.obligationCents }]
      : []),
    ...(recoveredCents > 0
      ? [{ box: '', label: 'Capital recouvré après une perte déclarée, pour information', cents: recoveredCents }]
      : []),
  ];
}
