/** Calls about orders, by their paths. Source: "Orders" of REST API v3. */
import { answerBatch } from './batch.ts'
import { removeOrder, updateOrder } from './order-change.ts'
import { answerNoteCall } from './order-notes.ts'
import { answerRefundCall } from './order-refunds.ts'
import { getOrder, listOrders } from './orders.ts'
import { resourceOf } from './resource.ts'
import type { Sites } from './sites.ts'
import type { Order, Row, Store } from './types.ts'
import type { Reply } from './wire.ts'
import { createOrder, writeContacts } from './write-order.ts'

interface OrderCall {
  sites: Sites
  store: Store
  query: URLSearchParams
  /** Parsed. */
  body: unknown
}

/** Answers a call about orders; undefined for any other. `name` is 'METHOD /path'. */
export function answerOrderCall(name: string, call: OrderCall): Reply | undefined {
  const [, method = '', id = '', rest = ''] = /^([A-Z]+) \/orders(?:\/(\d+|batch))?(\/.*)?$/.exec(name) ?? []
  const { sites, store, query, body } = call
  const orders = sites.ordersOf(store)
  // A row may be served wrong on purpose.
  const serve = (order: Order): Row => {
    const row = resourceOf(order)
    return sites.corrupt.get(order.id)?.(row) ?? row
  }
  const update = (one: number, row: unknown): Row =>
    updateOrder(sites, writeContacts(sites, orders.get(one), row), row)
  if (rest !== '') return answerPartCall(method, orders.get(Number(id)), rest, call)
  switch (`${method} ${id === '' || id === 'batch' ? id : 'one'}`) {
    case 'GET ':
      return listOrders(store, orders.values(), query, serve)
    case 'POST ':
      return { status: 201, body: createOrder(sites, store, body) }
    case 'POST batch':
      return answerBatch(body, {
        create: (row) => createOrder(sites, store, row),
        update,
        remove: (one) => removeOrder(sites, orders.get(one), true),
      })
    case 'GET one':
      return getOrder(orders.get(Number(id)), serve)
    case 'PUT one':
    case 'POST one':
    case 'PATCH one':
      return { status: 200, body: update(Number(id), body) }
    case 'DELETE one': {
      const isForGood = ['true', '1'].includes(query.get('force') ?? '')
      return { status: 200, body: removeOrder(sites, orders.get(Number(id)), isForGood) }
    }
    default:
      return undefined
  }
}

function answerPartCall(
  method: string,
  order: Order | undefined,
  rest: string,
  call: OrderCall,
): Reply | undefined {
  const [, part, id] = /^\/(notes|refunds)(?:\/(\d+))?$/.exec(rest) ?? []
  if (part === undefined) return undefined
  return (part === 'notes' ? answerNoteCall : answerRefundCall)(method, order, id, call)
}
