/** Customers: the list, one of them, their spending, and their file. */
import { AppError } from '../../model/errors.ts'
import { spentOf } from '../../model/customer-spent.ts'
import { amountsOf, type Currency, fromMinor, type Prices } from '../../model/money.ts'
import type { Language } from '../../model/language.ts'
import { seesContact, seesEveryContact } from '../../model/see-contact.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database, Tx } from '../db/database.ts'
import { requestExport } from '../exports/request-export-store.ts'
import { claimVersion } from '../http/edit-versions-store.ts'
import { paginationOf, pagingOf } from '../http/pagination.ts'
import type { Call, Serve, ServerContext } from '../http/serve-endpoint.ts'
import {
  countOrdersOf,
  findCustomer,
  findSpending,
  lockNoted,
  saveNote,
  type CustomerDetail,
} from './customer-store.ts'
import { readOrderShop } from '../orders/detail/order-store.ts'
import { listAddresses } from './list/addresses-store.ts'
import { readPersonOfOrder } from './list/customer-rows-store.ts'
import { type CustomerFilter, customerFilterOf } from './list/customer-filter.ts'
import { listCustomers } from './list/customer-list-store.ts'
import { listLikelyOf } from './persons/duplicates.ts'
import { listIdentities } from './persons/identities-store.ts'
import { presentAddresses, presentCustomer, presentCustomerDetail } from './present-customer.ts'

type ListCall = Call<'GET /customers'> | Call<'GET /customers/search'>

export function customersRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /customers', (call) => list(db, call))
  serve('GET /customers/search', (call) => list(db, call))

  serve('GET /customers/export', async ({ query, session, language }) => {
    const { format, ...asked } = query
    const { ownerId: _, ...filters } = await customerFilterOf(db, asked, session)
    return requestExport(db, {
      session,
      language,
      format,
      type: 'customers',
      filters,
      needs: contactNeeds(session),
    })
  })

  serve('GET /customers/{id}', ({ params, session, language }) =>
    db.read(session.ownerId, async (tx) => ({
      data: await detailOf(tx, session, params.id, language),
    })),
  )

  serve('GET /orders/{id}/customer', async ({ params, session, language }) => {
    const { ownerId, shopIds } = session
    const person = await readPersonOfOrder(db, ownerId, params.id, shopIds)
    return db.read(ownerId, async (tx) => {
      const order = await readOrderShop(tx, ownerId, params.id, shopIds)
      if (!order) throw new AppError('not_found')
      const { customerId, status } = order
      if (!person || customerId === null) return { data: null }
      const addresses = await listAddresses(tx, ownerId, [person.id], shopIds)
      const sees = seesContact(session, status)
      return {
        data: {
          ...presentCustomer(person, language, sees),
          ...presentAddresses(addresses.get(person.id) ?? [], sees),
          id: customerId,
        },
      }
    })
  })

  serve('GET /customers/{id}/order-statistic', ({ params, session }) =>
    db.read(session.ownerId, async (tx) => {
      const { currency, identities } = await getCustomer(tx, session, params.id)
      const ids = identities.map(({ id }) => id)
      const counts = await countOrdersOf(tx, session.ownerId, ids)
      const [delivering, waiting] = [apart(counts.delivering, currency), apart(counts.unpaidPrices, currency)]
      const { total, success, canceled, returned, failed } = counts
      const ended = success + returned + failed
      return {
        data: {
          total_order: total,
          success,
          canceled,
          returned,
          failed,
          delivering: total - success - canceled - returned - failed,
          delivering_price: delivering.total,
          delivering_others: delivering.others,
          unpaid: counts.unpaid,
          unpaid_price: waiting.total,
          unpaid_others: waiting.others,
          currency,
          success_rate: ended === 0 ? null : Math.round((success / ended) * 1000) / 10,
        },
      }
    }),
  )

  serve('GET /customers/{id}/spent-total', ({ params, session }) =>
    db.read(session.ownerId, async (tx) => {
      const customer = await getCustomer(tx, session, params.id)
      const { currency, identities } = customer
      const ids = identities.map(({ id }) => id)
      const { timezone, ownerId } = session
      const spending = await findSpending(tx, ownerId, ids, { currency, timezone })
      const amount = (minor: number) => fromMinor(minor, currency as Currency)
      return {
        data: {
          ...spentOf(customer),
          average_order_value:
            spending.delivered === 0 ? null : amount(Math.round(customer.totalPrice / spending.delivered)),
          first_order_at: spending.firstOrderAt?.toISOString() ?? null,
          latest_order_at: spending.latestOrderAt?.toISOString() ?? null,
          by_month: spending.months.map(({ month, totals }) => ({ month, ...apart(totals, currency) })),
        },
      }
    }),
  )

  serve('PUT /customers/{id}/note', ({ params, body, session, language }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const ids = await getIdentities(tx, session, params.id)
      const noted = await lockNoted(tx, session.ownerId, ids)
      if (noted === undefined) throw new AppError('conflict', { message: 'error.note_erased' })
      await claimVersion(tx, session, ['customer_note', noted], body.updated_at)
      await saveNote(tx, session.ownerId, noted, body.note || null, session.name)
      return { data: await detailOf(tx, session, params.id, language) }
    }),
  )
}

/** An amount in the customer's currency, and those in others. */
function apart(prices: Prices | null, currency: string) {
  const { [currency]: own = 0, ...others } = prices ?? {}
  return { total: fromMinor(own, currency as Currency), others: amountsOf(others) }
}

async function detailOf(tx: Tx, session: Session, id: number, language: Language) {
  const customer = await getCustomer(tx, session, id)
  const likely = await listLikelyOf(tx, session, customer)
  return presentCustomerDetail(customer, likely, language, seesEveryContact(session))
}

async function list(db: Database, { query, session, language, request }: ListCall) {
  const filter = await customerFilterOf(db, query, session)
  const paging = pagingOf(query, 'latest_order_date')
  const withAddresses = query.include?.split(',').includes('addresses') ?? true
  const { rows, total } = await listCustomers(db, filter, { ...paging, withAddresses })
  const sees = seesEveryContact(session)
  const { page, limit } = query
  const last = rows.at(-1)
  const isFull = rows.length === limit && paging.sort === 'latest_order_date' && last?.latestOrderAt
  return {
    data: rows.map((row) => ({
      ...presentCustomer(row, language, sees),
      ...(row.addresses && presentAddresses(row.addresses, sees)),
    })),
    meta: {
      pagination: paginationOf(request, { total, count: rows.length, page, limit }),
      next_after: isFull ? [last.latestOrderAt, last.id].join('~') : null,
      compared_in: presentComparison(filter),
    },
  }
}

function presentComparison({ comparedIn }: CustomerFilter) {
  if (!comparedIn || comparedIn.factors.length === 0) return null
  const { currency, factors } = comparedIn
  const codes = (has: boolean) =>
    factors.filter(({ factor }) => (factor !== null) === has).map((one) => one.currency)
  return { currency, converted: codes(true), without_rate: codes(false) }
}

export function contactNeeds(session: Session): ('customers.view' | 'orders.view_contact')[] {
  return seesEveryContact(session) ? ['customers.view', 'orders.view_contact'] : ['customers.view']
}

/** @throws AppError not_found */
export async function getCustomer(
  tx: Tx,
  { ownerId, shopIds }: Session,
  id: number,
): Promise<CustomerDetail> {
  const customer = await findCustomer(tx, ownerId, id, shopIds)
  if (!customer) throw new AppError('not_found')
  return customer
}

/** Customers who are the same person, of the shops that the reader may see.
 * @throws AppError not_found */
export async function getIdentities(tx: Tx, { ownerId, shopIds }: Session, id: number): Promise<number[]> {
  const identities = await listIdentities(tx, ownerId, id, shopIds)
  if (identities.length === 0) throw new AppError('not_found')
  return identities.map((one) => one.id)
}
