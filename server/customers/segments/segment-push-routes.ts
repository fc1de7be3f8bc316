/** Segments sent to a CRM. Its wire has no tags, so that the customers themselves are sent. */
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { WebContext } from '../../domain.ts'
import type { Serve } from '../../http/serve-endpoint.ts'
import { listCustomerRows } from '../list/customer-rows-store.ts'
import { presentCustomer } from '../present-customer.ts'
import { seesEveryContact } from '../../../model/see-contact.ts'
import { findShop } from '../../shops/shops-store.ts'
import { findChosenSegment } from './segment-filter-store.ts'
import { countPushed, findLastPush, listLeft, startPush } from './segment-push-store.ts'
import { getSegment } from './segments-routes.ts'

const shownLeft = 100

type Push = Reply<'GET /customers/shortlists/{id}/push'>['data']

const sees = ({ shopIds }: Pick<Session, 'shopIds'>, crmId: number) =>
  shopIds.length === 0 || shopIds.includes(crmId)

export function segmentPushRoutes(serve: Serve, { db, channels }: WebContext): void {
  serve('GET /customers/shortlists/{id}/push', async ({ params, session, language }) => ({
    data: await progressOf(params.id, session, language),
  }))

  serve('POST /customers/shortlists/{id}/push', async ({ params, body, session, language }) => {
    const { ownerId, shopIds, name } = session
    await db.asOwner(ownerId, async (tx) => {
      const { id } = await getSegment(tx, session, params.id)
      const crm = await findShop(tx, ownerId, body.shop_id)
      if (
        !crm ||
        !sees(session, crm.id) ||
        crm.status !== 1 ||
        !channels.connectorOf(crm.platformId)?.customers
      )
        throw new AppError('validation_failed', { invalidFields: { shop_id: 'field.not_a_crm' } })
      await startPush(tx, { ownerId, segmentId: id, shopId: crm.id, shops: shopIds, after: 0 }, name)
    })
    const data = await progressOf(params.id, session, language)
    if (!data) throw new AppError('not_found')
    return { data }
  })

  async function progressOf(id: number, session: Session, language: Language): Promise<Push> {
    const { ownerId, shopIds } = session
    const last = await db.read(ownerId, async (tx) => {
      await getSegment(tx, session, id)
      return findLastPush(tx, ownerId, id)
    })
    const segment = await findChosenSegment(db, session, id)
    if (!last || !segment || !sees(session, last.shopId)) return null
    const { total, sent, due, refused, hidden } = await countPushed(
      db,
      { ownerId, shops: shopIds },
      segment,
      last.shopId,
    )
    const { left, ids } = await listLeft(
      db,
      { ownerId, shops: shopIds, limit: shownLeft },
      segment,
      last.shopId,
    )
    const found = await db.read(ownerId, (tx) => listCustomerRows(tx, ownerId, ids, shopIds))
    const rows = found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    const waiting = total - sent - refused - hidden
    return {
      shop_id: last.shopId,
      requested_at: last.at.toISOString(),
      requested_by: last.by,
      state: !last.isListed ? 'listing' : waiting === 0 ? 'sent' : due > 0 ? 'sending' : 'stopped',
      total,
      sent,
      waiting,
      refused,
      hidden,
      left,
      customers_left: {
        data: rows.map((row) => presentCustomer(row, language, seesEveryContact(session))),
      },
    }
  }
}
