/** Buyers: those of the orders, and those that callers wrote. Source: "Customers" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { listRows } from './lists.ts'
import { readBody } from './read-body.ts'
import { orderRow } from './resource.ts'
import { readFields, selectFields } from './select-fields.ts'
import { iso, named } from './stores.ts'
import type { Customer, Order, Row } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, success } from './wire.ts'

const text = z.string().nullish()
const customerSchema = z.strictObject({
  email: z.email().nullish(),
  company_name: text,
  first_name: text,
  last_name: text,
  phone: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  additional_data: z.record(z.string(), z.unknown()).nullish(),
})

const FIELDS =
  'id,company_name,first_name,last_name,email,phone,metadata,has_account,created_by,created_at,updated_at,deleted_at'

const rowOf = ({ created, updated, ...customer }: Customer): Row => ({
  ...customer,
  has_account: false,
  created_by: null,
  created_at: iso(created),
  updated_at: iso(updated),
  deleted_at: null,
})

/** A customer as the first order of the buyer shows it. */
function buyerOf(id: string, orders: readonly Order[]): Customer {
  const first = orders.reduce((a, b) => (b.created < a.created ? b : a))
  const { email, billing_address: billed } = orderRow(first)
  const part = (name: string): string | null => {
    const value = (billed as Row)[name]
    return typeof value === 'string' ? value : null
  }
  return {
    id,
    email: typeof email === 'string' ? email : null,
    first_name: part('first_name'),
    last_name: part('last_name'),
    company_name: null,
    phone: part('phone'),
    metadata: null,
    created: first.created,
    updated: first.created,
  }
}

function customersOf({ shop, store }: AdminCall): Customer[] {
  const byId = new Map<string, Customer | null>()
  const buyers = Map.groupBy(shop.ordersOf(store).values(), ({ written, customerId }) =>
    written ? written.customerId : customerId,
  )
  for (const [id, orders] of buyers) if (id !== null) byId.set(id, buyerOf(id, orders))
  for (const [key, customer] of shop.customers)
    if (key.startsWith(`${store.slug}/`)) byId.set(key.slice(store.slug.length + 1), customer)
  return [...byId.values()].filter((one) => one !== null)
}

/** Answers a call about customers; undefined for any other. `name` is 'METHOD /path'. */
export function answerCustomerCall(name: string, call: AdminCall): CallReply | undefined {
  const [, method = '', id] = /^(GET|POST|DELETE) \/customers(?:\/([^/]+))?$/.exec(name) ?? []
  if (method === '') return undefined
  const reply = (customer: Customer): CallReply =>
    success({
      customer: selectFields(rowOf(customer), readFields(call.query.get('fields'), FIELDS)),
    })
  if (id === undefined) {
    if (method === 'GET') return list(call)
    return method === 'POST' ? reply(write(call, undefined)) : undefined
  }
  const found = customersOf(call).find((one) => one.id === id)
  if (method === 'DELETE') {
    // Deleting one that is not there is no error.
    call.shop.customers.set(`${call.store.slug}/${id}`, null)
    call.shop.subscriber.send(call.store, 'customer.deleted', { id })
    return success({ id, object: 'customer', deleted: true })
  }
  if (!found) throw missing(`Customer with id${method === 'POST' ? ` "${id}"` : `: ${id}`} not found`)
  return reply(method === 'POST' ? write(call, found) : found)
}

function list(call: AdminCall): CallReply {
  const filters = ['email', 'groups', 'company_name', 'first_name', 'last_name', 'has_account', 'created_by']
  const words = (one: Customer): string =>
    [one.email, one.first_name, one.last_name, one.company_name].filter(Boolean).join(' ')
  const rules = { name: 'customers', defaultFields: FIELDS, limit: 50, filters, words, show: rowOf }
  return success(listRows(customersOf(call), call.query, rules))
}

function write(call: AdminCall, before: Customer | undefined): Customer {
  const { shop, store, body } = call
  const { additional_data: _, ...input } = readBody(body, customerSchema)
  const { email } = input
  if (email && customersOf(call).some((one) => one.email === email && one.id !== before?.id))
    throw invalid(`Customer with email: ${email}, has_account: false, already exists.`)
  const now = shop.world.clock.nowMs()
  const id = before?.id ?? named('cus', `${store.slug}:${email ?? ''}:${now}:${shop.nextNumber()}`)
  const customer: Customer = {
    id,
    email: null,
    first_name: null,
    last_name: null,
    company_name: null,
    phone: null,
    metadata: null,
    created: now,
    ...before,
    ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)),
    updated: now,
  }
  shop.customers.set(`${store.slug}/${id}`, customer)
  shop.subscriber.send(store, before ? 'customer.updated' : 'customer.created', { id })
  return customer
}
