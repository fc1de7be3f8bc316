/** Imports: a spreadsheet is uploaded, checked, committed in the background, and can be undone for a day. */
import { z } from 'zod'
import {
  importFaults,
  importKinds,
  importMostBytes,
  importMostColumns,
  importStates,
  problemGroups,
} from '../model/import.ts'
import { templateCellLength } from '../model/template-import.ts'
import { channelText, done, endpoints, id, idParam, instant, item, page, paging } from './endpoint.ts'

const count = z.int()
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const kind = z.enum(importKinds)

const oneImport = z.object({
  id,
  kind,
  file_name: z.string(),
  bytes: count,
  status: z.enum(importStates),
  fault: z.string().nullable().describe('What is wrong with the file as a whole, in words.'),
  fault_code: z.enum(importFaults).nullable(),
  rows: count.nullable().describe('Null: not read yet.'),
  processed: count.describe('Rows of the step that runs.'),
  columns: z.array(
    z.object({
      heading: z.string(),
      sample: z.string(),
      field: z.string().nullable().describe('Null: not imported. Stock of a warehouse: `on_hand:<id>`.'),
      is_guess: z.boolean(),
    }),
  ),
  is_remembered: z.boolean().describe('The columns are those of the last file with these headings.'),
  summary: z
    .object({
      change: count,
      same: count,
      error: count,
      done: count,
      left: count.describe('Rows that a commit or an undo left as they were.'),
      undone: count,
      fields: z.record(z.string(), count).describe('Rows that change, by field.'),
      problems: z.partialRecord(z.enum(problemGroups), count),
      far_prices: z
        .object({ rows: count, first: z.array(count) })
        .optional()
        .describe(
          'Rows with a price of less than half or more than twice the present one; the first 20 by number.',
        ),
    })
    .nullable()
    .describe('Null: not checked yet.'),
  requested_by: z.object({ id, name: z.string() }),
  requested_at: instant,
  ended_at: instant.nullable(),
  undo_until: instant.nullable().describe('Null: cannot be undone.'),
})

const problem = z.object({
  column: count.nullable().describe('Index of the column; null: the whole row.'),
  heading: z.string().nullable(),
  value: z.string().nullable().describe('As it stands in the file.'),
  code: z.string(),
  group: z.enum(problemGroups),
  message: z.string(),
  remedies: z.array(z.string()).describe('Values that would be right.'),
})

const field = z.string().regex(/^[a-z0-9_:]{1,40}$/)

const upload = {
  field: 'file',
  types: ['text/csv', sheetType],
  mostBytes: importMostBytes,
  rule: 'field.file_too_large',
} as const

export const imports = endpoints({
  'GET /imports': {
    summary: "The user's imports of the last 30 days, the newest first.",
    access: 'products.view',
    reply: z.object({ data: z.array(oneImport).describe('100 at most.') }),
  },
  'GET /imports/fields': {
    summary: 'Fields that a column may be imported as, of those that the user may change.',
    access: 'products.view',
    query: z.strictObject({ kind: kind.default('products') }),
    reply: z.object({ data: z.array(z.object({ field: z.string(), label: z.string() })) }),
  },
  'POST /imports/products': {
    summary:
      'Takes a CSV (UTF-8, Shift_JIS) or XLSX and begins its check. Nothing is changed before the commit.',
    access: 'products.view',
    upload,
    reply: item(oneImport),
    status: 201,
  },
  'POST /imports/templates': {
    summary:
      'Takes a spreadsheet of products, a row for each variant, and begins its check. The commit makes drafts of templates.',
    access: 'products.edit',
    upload,
    reply: item(oneImport),
    status: 201,
  },
  'GET /imports/templates/example': {
    summary: "An Excel file with the headings of templates in the reader's language and an example.",
    access: 'products.edit',
    file: sheetType,
    reply: z.instanceof(Uint8Array),
  },
  'GET /imports/{id}': {
    summary: 'An import with its columns and the figures of its check.',
    access: 'products.view',
    params: idParam,
    reply: item(oneImport),
  },
  'PUT /imports/{id}/columns': {
    summary:
      'Sets where each column goes and checks the rows anew. Remembered for files with these headings.',
    access: 'products.view',
    params: idParam,
    body: z.strictObject({ columns: z.array(field.nullable()).min(1).max(importMostColumns) }),
    reply: item(oneImport),
    errors: ['conflict'],
  },
  'GET /imports/{id}/rows': {
    summary: 'Rows with errors, or rows that were left, in the order of the file.',
    access: 'products.view',
    params: idParam,
    query: z.strictObject({ group: z.enum(problemGroups).optional(), ...paging }),
    reply: page(
      z.object({
        row: count,
        subject: z.string().describe('Code by which the row was to be found.'),
        problems: z.array(problem),
      }),
      {},
    ),
  },
  'PUT /imports/{id}/rows/{row}': {
    summary: 'Corrects a cell of a row with errors and checks the row again.',
    access: 'products.view',
    params: idParam.extend({ row: idParam.shape.id }),
    body: z.strictObject({
      column: z.int().min(0).max(importMostColumns),
      value: channelText(0, templateCellLength),
    }),
    reply: item(oneImport),
    errors: ['conflict'],
  },
  'GET /imports/{id}/bad-rows': {
    summary: 'The rows with errors as the same sheet with a column that says what is wrong.',
    access: 'products.view',
    params: idParam,
    file: 'text/csv',
    reply: z.instanceof(Uint8Array),
  },
  'POST /imports/{id}/commit': {
    summary: 'Imports the rows without errors in the background.',
    access: 'products.view',
    params: idParam,
    status: 202,
    reply: item(oneImport),
    errors: ['conflict', 'import_access_changed'],
  },
  'POST /imports/{id}/undo': {
    summary: 'Gives back the former values in the background. What was changed since stays and is listed.',
    access: 'products.view',
    params: idParam,
    status: 202,
    reply: item(oneImport),
    errors: ['conflict'],
  },
  'DELETE /imports/{id}': {
    summary: 'Removes an import that has changed nothing.',
    access: 'products.view',
    params: idParam,
    reply: done,
    errors: ['conflict'],
  },
})
