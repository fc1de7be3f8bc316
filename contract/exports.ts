import { z } from 'zod'
import { exportStates, exportTypes, fileFormats } from '../model/export.ts'
import { done, endpoints, id, idParam, instant, page, shortPaging } from './endpoint.ts'
import { orderExportQuery } from './orders.ts'
import { productExportQuery } from './products.ts'
import { skuExportQuery } from './sku-centers.ts'

/** Common fields of the answer to an export request; progress follows in `export.<type>` events and GET /exports. */
export const exportRequested = z.object({ export_id: id, status: z.enum(exportStates) })

const oneExport = z.object({
  id,
  type: z.enum(exportTypes),
  format: z.enum(fileFormats),
  status: z.enum(exportStates),
  rows: z.int().describe('Written so far.'),
  total: z.int().nullable().describe('Rows when the writing began; null before that.'),
  percent: z.int(),
  file_name: z.string(),
  parts: z
    .array(z.object({ part: z.int(), rows: z.int(), bytes: z.int(), file_name: z.string(), url: z.string() }))
    .describe('Of a file that is whole. The address works for the same user until `expires_at`.'),
  requested_at: instant,
  ended_at: instant.nullable(),
  expires_at: instant,
})

export const exports = endpoints({
  'GET /orders/export': {
    summary: 'Asks for the orders of the list as a file, one row per line of an order, newest first.',
    access: 'orders.export',
    writes: true,
    query: orderExportQuery,
    status: 202,
    reply: exportRequested,
  },
  'GET /products/export': {
    summary: 'Asks for the products of the list as a file, one row per variant. An import takes it back.',
    access: 'products.export',
    writes: true,
    query: productExportQuery,
    status: 202,
    reply: exportRequested,
  },
  'GET /sku-centers/export': {
    summary:
      'Asks for the SKUs of the list as a file, with the stock of each warehouse. An import takes it back.',
    access: 'sku.export',
    writes: true,
    query: skuExportQuery,
    status: 202,
    reply: exportRequested,
  },
  'GET /exports': {
    summary: 'The files that the user asked for in the last 30 days, newest first.',
    access: 'signed-in',
    query: z.strictObject(shortPaging),
    reply: page(oneExport, {}),
  },
  'POST /account/backup': {
    // Keys of shops and couriers in it stay sealed by SECRET_KEY.
    summary: 'Asks for everything of the account as a file, which `npm run restore` puts back.',
    access: 'data.export_all',
    whenPlanEnded: 'works',
    status: 202,
    reply: exportRequested,
  },
  'POST /exports/{id}/retry': {
    summary: 'Goes on with a file that failed, or makes one anew that has expired.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    status: 202,
    reply: exportRequested,
    errors: ['conflict'],
  },
  'DELETE /exports/{id}': {
    summary: 'Removes a file, or ends the writing of one.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    params: idParam,
    reply: done,
  },
})

/** Query of GET /exports/{id}/download, whose answer is the file and no JSON, so it stands beside the endpoints. */
export const downloadQuery = z.strictObject({
  part: z.coerce.number().int().min(1).max(100_000).default(1).describe('Of a file in several parts.'),
  expires: z.coerce.number().int().min(1).describe('Seconds since 1970, as the link was made.'),
  signature: z
    .string()
    .regex(/^[\w-]{43}$/)
    .describe('As the link was made.'),
})
