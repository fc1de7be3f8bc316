/** Endpoints of imports. An import is its user's own: its rows were read with what that user may see. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors.ts'
import {
  importMostBytes,
  isImportField,
  permissionOfField,
  permissionToImport,
  type ImportKind,
} from '../../../model/import.ts'
import type { Language } from '../../../model/language.ts'
import type { Currency } from '../../../model/money.ts'
import { can, type Permission } from '../../../model/permissions.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { unwitnessed, type Tx } from '../../db/database.ts'
import type { WebContext } from '../../domain.ts'
import { paginationOf } from '../../http/pagination.ts'
import { createServe, type Serve } from '../../http/serve-endpoint.ts'
import { takeUploads, uploadName, uploadOf } from '../../http/uploads.ts'
import { listWarehouses } from '../../warehouses/warehouses-store.ts'
import { formatOf, readHead } from '../../http/sheet-file.ts'
import {
  addImport,
  beginStep,
  endStep,
  findColumns,
  findImport,
  listImports,
  removeImport,
  saveColumns,
  type Import,
  type ImportKey,
} from './import-store.ts'
import {
  findRow,
  listLater,
  listProblems,
  saveCells,
  saveChecks,
  showsMonthFirst,
  type StoredRow,
} from './import-rows-store.ts'
import { fieldLabels, matchColumns, momentColumns, type ImportColumn } from './match-columns.ts'
import { badRowsCsv, presentImport, presentProblemRow, undoUntil } from './present-import.ts'
import { checkContext, checkRows } from './check-rows.ts'
import { recheckProduct } from './templates/check-template-rows.ts'
import { exampleSheet } from './templates/example-sheet.ts'

const mostBadRows = 100_000
/** Rows behind a mended one that a request checks again; of more, the job checks the whole file. */
const mostCheckedAgain = 100

export async function importRoutes(serve: Serve, context: WebContext): Promise<void> {
  const { app, db, channels } = context
  await app.register(async (scope) => {
    takeUploads(scope, importMostBytes + 64 * 1024)
    importUploadRoutes(createServe(scope, context), context)
  })

  serve('GET /imports', ({ session, language }) =>
    db.read(session.ownerId, async (tx) => {
      const rows = await listImports(tx, session.ownerId, session.userId)
      return { data: rows.map((one) => presentImport(one, language)) }
    }),
  )

  serve('GET /imports/fields', ({ query, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const warehouses = await listWarehouses(tx, session.ownerId, session.shopIds)
      const data = fieldLabels(query.kind, warehouses, language).filter(({ field }) => {
        const permission = permissionToImport(query.kind, field)
        return permission === null || can(session, permission)
      })
      return { data }
    }),
  )

  serve('GET /imports/templates/example', ({ session, language, reply }) => {
    void reply.header('content-disposition', `attachment; filename="templates-${language}.xlsx"`)
    return exampleSheet(language, session.currency as Currency)
  })

  serve('GET /imports/{id}', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => {
      const one = await getOwn(tx, session, params.id)
      const remembered = await findColumns(tx, session.ownerId, one)
      const isRemembered = JSON.stringify(remembered) === JSON.stringify(one.columns)
      return { data: presentImport(one, language, isRemembered) }
    }),
  )

  serve('PUT /imports/{id}/columns', ({ params, body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const one = await getOwn(tx, session, params.id, { isLocked: true })
      if (one.state !== 'checked') throw new AppError('conflict')
      const key = { ownerId, importId: one.id }
      const warehouses = await listWarehouses(tx, ownerId, shopIds)
      requireColumns(session, one, body.columns, new Set(warehouses.map(({ id }) => id)))
      const columns = body.columns.map((field) => ({ field, isGuess: false }))
      await saveColumns(tx, key, one, columns)
      await beginStep(tx, key, 'checking', { kind: one.kind, shopIds, rights: rightsOf(session) })
      return { data: presentImport(await getOwn(tx, session, one.id), language, true) }
    }),
  )

  serve('GET /imports/{id}/rows', ({ params, query, session, language, request }) =>
    db.read(session.ownerId, async (tx) => {
      const one = await getOwn(tx, session, params.id)
      const { group, page, limit } = query
      const key = { ownerId: session.ownerId, importId: one.id }
      const rows = await listProblems(tx, key, { group, offset: (page - 1) * limit, limit })
      const figures = one.summary?.problems ?? {}
      const total = group
        ? (figures[group] ?? 0)
        : Object.values(figures).reduce((sum, figure) => sum + figure, 0)
      return {
        data: rows.map((row) => presentProblemRow(one, row, language)),
        meta: { pagination: paginationOf(request, { total, count: rows.length, page, limit }) },
      }
    }),
  )

  serve('PUT /imports/{id}/rows/{row}', ({ params, body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId } = session
      const one = await getOwn(tx, session, params.id, { isLocked: true })
      const key = { ownerId, importId: one.id }
      const row = await findRow(tx, key, params.row)
      if (!row) throw new AppError('not_found')
      if (one.state !== 'checked' || row.state !== 'error') throw new AppError('conflict')
      if (body.column >= one.headings.length)
        throw new AppError('validation_failed', { invalidFields: { column: 'field.unknown_column' } })
      const cells = one.headings.map((_, at) =>
        at === body.column ? body.value || null : (row.cells[at] ?? null),
      )
      await saveCells(tx, key, { number: row.number, cells })
      const current = { ...one, shopIds: session.shopIds, rights: rightsOf(session) }
      await checkAgain(tx, key, current, { ...row, cells })
      return { data: presentImport(await getOwn(tx, session, one.id), language) }
    }),
  )

  serve('GET /imports/{id}/bad-rows', ({ params, session, language, reply }) =>
    db.read(session.ownerId, async (tx) => {
      const one = await getOwn(tx, session, params.id)
      const key = { ownerId: session.ownerId, importId: one.id }
      const rows = await listProblems(tx, key, { group: undefined, offset: 0, limit: mostBadRows })
      void reply.header('content-disposition', `attachment; filename="bad-rows-${one.id}.csv"`)
      return badRowsCsv(one, rows, language)
    }),
  )

  serve('POST /imports/{id}/commit', async ({ params, session, language }) => {
    const { ownerId, shopIds } = session
    const rights = rightsOf(session)
    try {
      return await db.asOwner(ownerId, async (tx) => {
        const one = await getOwn(tx, session, params.id, { isLocked: true })
        if (one.state !== 'checked') throw new AppError('conflict')
        if (!isSameSet(one.shopIds, shopIds) || !isSameSet(one.rights, rights))
          throw new AppError('import_access_changed')
        await beginStep(tx, { ownerId, importId: one.id }, 'importing', { kind: one.kind, shopIds, rights })
        return { data: presentImport(await getOwn(tx, session, one.id), language) }
      })
    } catch (error) {
      // The same file may mean other listings now, which the user has not seen in its check.
      if (error instanceof AppError && error.code === 'import_access_changed')
        await checkAnew(session, params.id)
      throw error
    }
  })

  /** Nobody asked for it, so it leaves no entry in the audit log. */
  function checkAnew(session: Session, importId: number): Promise<void> {
    const { ownerId, shopIds } = session
    return unwitnessed(() =>
      db.asOwner(ownerId, async (tx) => {
        const { kind, state } = await getOwn(tx, session, importId, { isLocked: true })
        if (state === 'checked')
          await beginStep(tx, { ownerId, importId }, 'checking', { kind, shopIds, rights: rightsOf(session) })
      }),
    )
  }

  serve('POST /imports/{id}/undo', ({ params, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const { ownerId, shopIds } = session
      const one = await getOwn(tx, session, params.id, { isLocked: true })
      const until = undoUntil(one)
      if (one.state !== 'done' || !until || until < new Date()) throw new AppError('conflict')
      // An undo changes what the import has changed, so it needs the same permissions.
      for (const field of Object.keys(one.summary?.fields ?? {})) {
        const permission = permissionToImport(one.kind, field) ?? 'sku.edit'
        if (!can(session, permission)) throw new AppError('forbidden')
      }
      const { kind } = one
      const rights = rightsOf(session)
      await beginStep(tx, { ownerId, importId: one.id }, 'undoing', { kind, shopIds, rights })
      return { data: presentImport(await getOwn(tx, session, one.id), language) }
    }),
  )

  serve('DELETE /imports/{id}', ({ params, session, translate }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const one = await getOwn(tx, session, params.id, { isLocked: true })
      if (one.state !== 'checking' && one.state !== 'checked' && one.state !== 'failed')
        throw new AppError('conflict')
      await removeImport(tx, { ownerId: session.ownerId, importId: one.id })
      return { data: null, message: translate('done.import_removed') }
    }),
  )

  async function checkAgain(tx: Tx, key: ImportKey, one: Import, row: StoredRow): Promise<void> {
    const isMonthFirst = await showsMonthFirst(tx, key, momentColumns(one.columns))
    if (one.kind === 'templates') {
      await recheckProduct(tx, key, one, row, channels, isMonthFirst)
      return endStep(tx, { ...key, userId: one.userId }, 'checked')
    }
    const check = await checkContext(tx, key.ownerId, one, [row], channels, isMonthFirst)
    const found = await checkRows(tx, key, check, [row])
    await saveChecks(tx, key, found)
    const subjects = [row, ...found].flatMap(({ subject }) => subject ?? [])
    const skuId = found[0]?.sku?.id ?? null
    const later = await listLater(tx, key, { after: row.number, subjects, skuId }, mostCheckedAgain + 1)
    if (later.length > mostCheckedAgain) return beginStep(tx, key, 'checking', one)
    const again = await checkContext(tx, key.ownerId, one, later, channels, isMonthFirst)
    for (const each of later) await saveChecks(tx, key, await checkRows(tx, key, again, [each]))
    await endStep(tx, { ...key, userId: one.userId }, 'checked')
  }
}

/** `serve` of a scope that takes uploads. */
function importUploadRoutes(serve: Serve, { db }: Pick<WebContext, 'db'>): void {
  serve('POST /imports/products', ({ session, language, request }) => {
    if (rightsOf(session).length === 0) throw new AppError('forbidden')
    return takeFile('products', session, language, request)
  })

  serve('POST /imports/templates', ({ session, language, request }) =>
    takeFile('templates', session, language, request),
  )

  async function takeFile(
    kind: ImportKind,
    session: Session,
    language: Language,
    request: FastifyRequest,
  ): Promise<{ data: ReturnType<typeof presentImport> }> {
    const { ownerId, userId, shopIds, timezone } = session
    const rights = rightsOf(session)
    const file = await uploadOf(request, 'file')
    const format = formatOf(file)
    if (!file) throw new AppError('validation_failed', { invalidFields: { file: 'field.file_required' } })
    const { headings, samples } = await readHead(file, format)
    return db.asOwner(ownerId, async (tx) => {
      const warehouses = await listWarehouses(tx, ownerId, shopIds)
      const remembered = await findColumns(tx, ownerId, { kind, headings })
      const columns = (remembered ?? matchColumns(kind, headings, warehouses)).map(allowedTo(kind, session))
      const id = await addImport(tx, ownerId, {
        kind,
        userId,
        userName: session.name,
        shopIds,
        rights,
        timezone,
        fileName: fileNameOf(uploadName(request, 'file'), format),
        format,
        headings,
        samples,
        columns,
        file,
      })
      nameTarget(tx, id)
      return { data: presentImport(await getOwn(tx, session, id), language, remembered !== undefined) }
    })
  }
}

/** A column that the user may not change is not imported. */
function allowedTo(kind: ImportKind, session: Session) {
  return (column: ImportColumn): ImportColumn => {
    const permission = column.field === null ? null : permissionToImport(kind, column.field)
    return permission && !can(session, permission) ? { field: null, isGuess: false } : column
  }
}

const isSameSet = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

function rightsOf(session: Session): Permission[] {
  return [...new Set(Object.values(permissionOfField))].filter((permission) => can(session, permission))
}

function requireColumns(
  session: Session,
  { kind, headings }: Import,
  columns: (string | null)[],
  warehouseIds: ReadonlySet<number>,
): void {
  const refuse = (at: number, rule: string): never => {
    throw new AppError('validation_failed', { invalidFields: { [`columns.${at}`]: rule } })
  }
  if (columns.length !== headings.length) refuse(columns.length, 'field.unknown_column')
  for (const [at, field] of columns.entries()) {
    if (field === null) continue
    if (!isImportField(kind, field)) refuse(at, 'field.unknown_column')
    const permission = permissionToImport(kind, field)
    if (permission && !can(session, permission)) throw new AppError('forbidden')
    if (columns.indexOf(field) < at) refuse(at, 'field.each_once')
    const [, warehouse] = field.split(':')
    if (warehouse !== undefined && !warehouseIds.has(Number(warehouse))) refuse(at, 'field.unknown_warehouse')
  }
}

/** Without a path, and in a length that a page can show. */
function fileNameOf(name: string, format: string): string {
  const plain = (name.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim()
  return plain === '' ? `import.${format}` : plain.slice(0, 200)
}

/** @throws AppError not_found for another user's import, too */
async function getOwn(tx: Tx, session: Session, importId: number, lock = {}): Promise<Import> {
  const one = await findImport(tx, { ownerId: session.ownerId, importId }, lock)
  if (one?.userId !== session.userId) throw new AppError('not_found')
  return one
}
