import type { Query } from '../../contract/endpoints.ts'
import type { Language } from '../../model/language.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import { requestExport } from '../exports/request-export-store.ts'
import { figureQueryOf } from './figure-query.ts'

type FileCall = {
  query: Query<'GET /analytics/orders/location-statistic/export'>
  session: Session
  language: Language
}

/** Asks for a table as a file. `kind`: the type of the file. */
export function tableFile(
  db: Database,
  kind: 'sales.shop-detail' | 'orders.location' | 'orders.shipping' | 'customers.statistic',
) {
  return async ({ query, session, language }: FileCall) => {
    const { from, to, shops, segment } = await figureQueryOf(db, query, session)
    const filters = { from, to, shops, segment, currency: session.currency }
    return requestExport(db, {
      session,
      language,
      type: kind,
      format: query.format,
      filters,
      needs: [],
    })
  }
}
