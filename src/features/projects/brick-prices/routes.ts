// HTTP of the brick prices: the history as a spreadsheet, and the yearly update by a spreadsheet.

import type { FastifyInstance } from 'fastify';
import { XLSX } from '../../../core/documents/spreadsheet.ts';
import { readFiles } from '../../../core/http/request-bodies.ts';
import { route } from '../../../core/http/route.ts';
import { FileForm } from '../../../core/http/schemas.ts';
import type { AppDeps } from '../../../deps.ts';
import { correctPriceErrors, pricesHistoryErrors, yearlyUpdateErrors } from './errors.ts';
import { correctBrickPrice, exportPricesHistory } from './prices.ts';
import { CorrectedPrice, PriceCorrection, PropertyParams, YearlyUpdateQuery, YearlyUpdateResult } from './schemas.ts';
import { uploadYearlyUpdate, writeUpdateTemplate } from './yearly-update.ts';

const UPDATE_FILE = { field: 'file', most: 1, bytesEach: 10 * 1_048_576 };

/** Registers the group. */
export function brickPriceRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'db' | 'clock' | 'config'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/property/properties-prices-history',
    operationId: 'exportPricesHistory',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'administration',
    summary: 'The price history of all properties, xlsx.',
    produces: XLSX,
    errors: pricesHistoryErrors,
    handle: async ({ reply }) => {
      const { name, bytes } = await exportPricesHistory(deps);
      await reply.type(XLSX).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
      return undefined;
    },
  });
  route(app, {
    method: 'POST',
    url: '/administration/property/yearly-financial-update',
    operationId: 'uploadYearlyUpdate',
    idempotency: 'none',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'administration',
    summary:
      'Sets price and revenue of a brick for a year, multipart field `file` (xlsx, 10 MB); all properties listed or none. `dryRun=true` writes nothing.',
    consumes: 'multipart',
    form: FileForm,
    query: YearlyUpdateQuery,
    answer: YearlyUpdateResult,
    errors: yearlyUpdateErrors,
    audit: 'UPLOAD_YEARLY_PROPERTIES_UPDATE',
    handle: async ({ request, query, audit }) => {
      const [file] = request.isMultipart() ? await readFiles(request, UPDATE_FILE) : [];
      return uploadYearlyUpdate(deps, { file: file?.bytes, isDryRun: query.dryRun === true, audit });
    },
  });
  route(app, {
    method: 'GET',
    url: '/administration/property/yearly-financial-update/template',
    operationId: 'writeUpdateTemplate',
    guard: 'administrator',
    permission: 'projects.read',
    tag: 'extension',
    summary: 'The xlsx file of a yearly update, with the published properties to fill in.',
    produces: XLSX,
    handle: async ({ reply }) => {
      const bytes = await writeUpdateTemplate(deps);
      const disposition = 'attachment; filename="yearly-financial-update-template.xlsx"';
      await reply.type(XLSX).header('content-disposition', disposition).send(bytes);
      return undefined;
    },
  });
  route(app, {
    method: 'PATCH',
    url: '/administration/property/:propertyId/brick-prices/newest',
    operationId: 'correctBrickPrice',
    guard: 'administrator',
    permission: 'projects.write',
    tag: 'extension',
    summary: 'Corrects price and revenue of the newest yearly update of a property.',
    params: PropertyParams,
    body: PriceCorrection,
    answer: CorrectedPrice,
    errors: correctPriceErrors,
    audit: 'PROPERTY_BRICK_PRICE_CORRECTION',
    handle: ({ params, body, audit }) => correctBrickPrice(deps, { propertyId: params.propertyId, correction: body, audit }),
  });
}
