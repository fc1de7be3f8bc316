import { sql } from 'kysely'
import { permissionOfField } from '../../model/import.ts'
import { addRows, saveChecks } from '../../server/listings/imports/import-rows-store.ts'
import { addImport, endStep, saveColumns } from '../../server/listings/imports/import-store.ts'
import type { Account, TestConsole } from '../start-test-console.ts'

/** An import of one row with an error, in the state that a call needs. */
export async function settleImport({ db }: TestConsole, account: Account, key: string): Promise<number> {
  const { ownerId } = account
  const userId = (await account.call('GET /users/me')).at<number>('data.id')
  return db.asOwner(ownerId, async (tx) => {
    const columns = [{ field: 'seller_code', isGuess: false }]
    const headings = ['Seller SKU']
    const importId = await addImport(tx, ownerId, {
      kind: 'products',
      userId,
      userName: 'Settled',
      shopIds: [],
      rights: [...new Set(Object.values(permissionOfField))],
      timezone: 'Asia/Tokyo',
      fileName: 'prices.csv',
      format: 'csv',
      headings,
      samples: ['A'],
      columns,
      file: new TextEncoder().encode('Seller SKU\nA\n'),
    })
    const one = { ownerId, importId, userId }
    await saveColumns(tx, one, { kind: 'products', headings }, columns)
    await addRows(tx, one, [{ number: 2, cells: ['A'] }])
    const problem = {
      column: 0,
      code: 'import_problem.unknown_code',
      group: 'unknown' as const,
      remedies: [],
    }
    const check = { number: 2, state: 'error' as const, fields: [], subject: null }
    await saveChecks(tx, one, [{ ...check, problems: [problem] }])
    await sql`update imports set rows = 1 where owner_id = ${ownerId} and id = ${importId}`.execute(tx)
    await endStep(tx, one, key.endsWith('/undo') ? 'done' : 'checked')
    return importId
  })
}
