/** Canceled orders that were placed on some days, by reason and by who canceled. */
import type { Reply } from '../../contract/endpoints.ts'
import { percentOf } from '../../model/chart-figures.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { cancelReasonLabel } from '../i18n/cancel-reason-label.ts'
import { listCanceled, type Canceled } from './canceled-store.ts'
import { figureQueryOf } from './figure-query.ts'
import { rangeOf } from './present-figure.ts'

type Initiator = Reply<'GET /analytics/orders/cancel-initiator'>['data'][number]['initiator']

export function cancelFiguresRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /analytics/orders/cancel-reason', async ({ query, session, language, translate }) => {
    const asked = await figureQueryOf(db, query, session)
    const rows = await listCanceled(db, { ...asked, previous: null })
    const total = sum(rows)
    const reasons = [...Map.groupBy(rows, ({ reason }) => reason)].map(([reason, of]) => ({
      reason_code: reason || null,
      reason: cancelReasonLabel(reason, language) || translate('cancel_reason.none'),
      orders: sum(of),
      percent: percentOf(sum(of), total),
      by: of.map(({ initiator, orders }) => ({ initiator: initiator as Initiator, orders })),
    }))
    return { data: reasons.toSorted((a, b) => b.orders - a.orders), meta: rangeOf(asked) }
  })

  serve('GET /analytics/orders/cancel-initiator', async ({ query, session }) => {
    const asked = await figureQueryOf(db, query, session)
    const rows = await listCanceled(db, { ...asked, previous: null })
    const total = sum(rows)
    const data = [...Map.groupBy(rows, ({ initiator }) => initiator)].map(([initiator, of]) => ({
      initiator: initiator as Initiator,
      orders: sum(of),
      percent: percentOf(sum(of), total),
    }))
    return { data: data.toSorted((a, b) => b.orders - a.orders), meta: rangeOf(asked) }
  })
}

const sum = (rows: Canceled[]) => rows.reduce((all, { orders }) => all + orders, 0)
