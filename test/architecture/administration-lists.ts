// The lists of the administration as in the API's description: each is read page by page and can be narrowed.

/** The part of an operation's description that is looked at. */
type Schema = {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  patternProperties?: object;
  additionalProperties?: unknown;
};
type Operation = {
  parameters?: { in: string; name: string }[];
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};
export type Description = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

const PREFIX = '/administration/';
const PAGING = ['limit', 'cursor'];

/**
 * Lists that are given whole, each with its reason: nothing that the platform gains with its customers, projects and years makes them
 * longer without bound, or the product documents (named as in test/contract/contract.json) fix an answer of one month or one map. Arrays of
 * a document that do grow are answered part by part (http.md#lists), like ours.
 */
export const WHOLE: Readonly<Record<string, string>> = {
  '/administration/customers/{customerId}/personal-data/erasure': 'one account in three parts, with the tables of each',
  '/administration/payments-to-be-assigned/sure-suggestions': 'one sheet to be read at once, of the fifty oldest that wait',
  '/administration/notes': 'the notes on one record, at most fifty',
  '/administration/saved-filters': 'what one administrator keeps, at most fifty',
  '/administration/approvals/{approvalId}': 'one request, with the largest rows of what it would do',
  '/administration/administrators': 'who works here, a few people, with invitations of the last three days',
  '/administration/security': 'the factors of one account, at most 21',
  '/administration/me': 'one account, with its permissions',
  '/administration/home/news': 'administration: the news of a scope, an array',
  '/administration/project-owner': 'administration: array of project owners',
  '/administration/project-owner-presentation': 'administration: array of presentations',
  '/administration/spv/countries': 'administration: array of the country values, an enumeration',
  '/administration/spv/{id}': 'administration: one SPV, with its projects',
  '/administration/spv/{id}/withdraw-bank-accounts': 'administration: what the provider lists on one wallet',
  '/administration/spv/{id}/sdd-mandates': 'administration: what the provider lists on one wallet',
  '/administration/customers/{customerId}/taxation': 'an item for each year with tax or a request',
  '/administration/customers/{customerId}/tax-identity': 'one declaration, with what it lacks, at most six parts',
  '/administration/customers/{customerId}/wallet/history': 'at most 36 months',
  '/administration/payments-to-be-assigned/{id}': 'one payment, with the parts of its wire, at most 100',
  '/administration/payments-to-be-assigned/{id}/suggestions': 'at most five suggestions, of at most twenty projects',
  '/administration/property/{propertyId}': 'administration: one property, with its galleries and documents',
  '/administration/property/{propertyId}/advantages': 'administration: array of { id, title, description }',
  '/administration/referral-for-primary-purchase/waiting-for-invoice': 'administration: a map by email and year',
  '/administration/property/{propertyId}/publish-checklist': 'the ten rules of a publication',
  '/administration/property/{propertyId}/brick-prices': 'the prices of one property: one of its publication, one a year',
  '/administration/property/{propertyId}/funding/progress': 'the days of one funding on which bricks were bought',
  '/administration/property/{propertyId}/purses': 'the nine purses of one project, and the kinds of flows between them',
  '/administration/property/{propertyId}/payment-schedule': 'schedules: one schedule, with its echeances',
  '/administration/property/payment-schedule/payment/{period}': 'schedules: the payments of a month, an array',
  '/administration/property/payment-schedule/payment-to-be-assigned/eligible-projects': 'schedules: an array of projects',
  '/administration/property/payment-schedule/management-fees/{period}': 'schedules: the fees of a month, an array',
  '/administration/property/payment-schedule/management-fees/past/not-executed': 'schedules: the open fees, an array',
  '/administration/customers/{id}': 'one investor, with at most one identity document of each type',
  '/administration/property/{propertyId}/solde-de-tout-compte': 'one final settlement, with its few payments',
  '/administration/payouts/tax-account/bank-accounts': 'what the provider lists on one wallet',
  '/administration/payments-to-be-assigned/debit-accounts': 'the account of the platform, and the twenty used last',
  '/administration/payouts/{period}': 'the report of one month: totals, a line a run, the first refused payouts',
  '/administration/payments/{paymentId}': 'one payment, with its postings and attempts',
  '/administration/jobs/{jobId}': 'one job, with its last error',
  '/administration/today': 'what waits, by kind with the oldest of each, and the figures of the platform',
  '/administration/health': 'the parts of the platform, and the scheduled jobs, which the source names',
  '/administration/health/provider': 'the operations of the provider, which the source names',
  '/administration/search': 'at most five records of each kind',
  '/administration/ledger/proof': 'one proof, with its invariants',
  '/administration/settings': 'the table of settings, which the source names',
};

/**
 * What is wrong with the lists; empty when each is paged and can be narrowed, or stands in `whole`, and nothing stands there in
 * vain.
 */
export function faultsOfLists(description: Description, whole: Readonly<Record<string, string>>): string[] {
  const lists = Object.entries(description.paths).flatMap(([path, { get }]) =>
    path.startsWith(PREFIX) && get !== undefined && answersAList(get, description) ? [{ path, query: queryOf(get) }] : [],
  );
  const faults = lists.flatMap(({ path, query }) => {
    const isPaged = PAGING.every((name) => query.includes(name));
    if (path in whole) return isPaged ? [`${path} is paged: it needs no reason not to be`] : [];
    if (!isPaged) return [`${path} is a list without limit and cursor`];
    return query.length > PAGING.length ? [] : [`${path} is a list that nothing narrows`];
  });
  const known = new Set(lists.map(({ path }) => path));
  return [...faults, ...Object.keys(whole).flatMap((path) => (known.has(path) ? [] : [`${path} is no list, or none any more`]))];
}

function queryOf({ parameters = [] }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}

function answersAList({ responses }: Operation, description: Description): boolean {
  const schema = responses['200']?.content?.['application/json']?.schema;
  return schema !== undefined && isList(schema, description);
}

/** An array, or an object with an array or a map among its fields. */
function isList(given: Schema, description: Description): boolean {
  const schema = resolved(given, description);
  if (schema.type === 'array') return true;
  if (schema.anyOf) return schema.anyOf.some((variant) => isList(variant, description));
  const fields = Object.values(schema.properties ?? {}).map((field) => resolved(field, description));
  return fields.some((field) => isMany(field) || (field.anyOf ?? []).some((variant) => isMany(resolved(variant, description))));
}

function isMany({ type, patternProperties, additionalProperties }: Schema): boolean {
  return type === 'array' || patternProperties !== undefined || typeof additionalProperties === 'object';
}

/** What a reference such as `#/components/schemas/Page` stands for. */
function resolved(schema: Schema, { components }: Description): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (components?.schemas?.[name] ?? {});
}
