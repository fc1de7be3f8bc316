/** Buyers with an account: those of the orders, and those that callers wrote. Source: "Customers" of REST API v3. */
import { z } from 'zod'
import { totalsOf } from './create-order.ts'
import { gmt, local } from './amounts.ts'
import { answerBatch, requireForce } from './batch.ts'
import { contactSchema, emptyContact } from './contacts.ts'
import { choiceParam, isNamed, pageOf } from './paging.ts'
import { readInput } from './read-input.ts'
import { contactsOf } from './resource.ts'
import type { Sites } from './sites.ts'
import type { Customer, Order, Row, Store } from './types.ts'
import { ApiError, type Reply } from './wire.ts'

interface CustomerCall {
  sites: Sites
  store: Store
  query: URLSearchParams
  /** Parsed. */
  body: unknown
}

/** Numbers of the sample's buyers lie below. */
const FIRST_OWN = 1_000_000

const changeSchema = z.looseObject({
  email: z.email().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  billing: contactSchema.optional(),
  shipping: contactSchema.optional(),
})
const newSchema = changeSchema.extend({ email: z.email() })

const ordersBy = ({ sites, store }: CustomerCall): Map<number, Order[]> =>
  Map.groupBy(sites.ordersOf(store).values(), ({ customerId }) => customerId)

/** An account as the first order of its buyer shows it. */
function accountOf(id: number, orders: readonly Order[]): Customer {
  const first = orders.reduce((a, b) => (b.created < a.created ? b : a))
  const { billing, shipping } = contactsOf(first)
  const { email = '', first_name = '', last_name = '' } = billing
  return {
    id,
    created: first.created,
    modified: first.created,
    email,
    first_name,
    last_name,
    username: first.person?.username ?? email.split('@')[0] ?? '',
    billing: { ...emptyContact(), ...billing },
    shipping: { ...emptyContact('shipping'), ...shipping },
  }
}

function customersOf(call: CustomerCall): Customer[] {
  const { sites, store } = call
  const byId = new Map<number, Customer | null>()
  for (const [id, orders] of ordersBy(call)) if (id > 0) byId.set(id, accountOf(id, orders))
  for (const [key, customer] of sites.customers)
    if (key.startsWith(`${store.slug}/`)) byId.set(Number(key.slice(store.slug.length + 1)), customer)
  return [...byId.values()].filter((one) => one !== null)
}

function getCustomer(call: CustomerCall, id: number, status = 404): Customer {
  const found = customersOf(call).find((one) => one.id === id)
  if (found) return found
  throw status === 404
    ? new ApiError(404, 'woocommerce_rest_invalid_id', 'Invalid resource ID.')
    : new ApiError(400, 'woocommerce_rest_invalid_id', 'Invalid ID.')
}

function rowOf(call: CustomerCall, customer: Customer): Row {
  const { store } = call
  const { created, modified, first_name, last_name, username, billing, shipping, id, email } = customer
  const bought = ordersBy(call).get(id) ?? []
  return {
    id,
    date_created: local(store, created),
    date_created_gmt: gmt(created),
    date_modified: local(store, modified),
    date_modified_gmt: gmt(modified),
    email,
    first_name,
    last_name,
    role: 'customer',
    username,
    billing,
    shipping,
    is_paying_customer: bought.some((order) => order.paid > 0 && totalsOf(order).total > 0),
    avatar_url: '',
    meta_data: [],
  }
}

function save({ sites, store }: CustomerCall, customer: Customer): Customer {
  sites.customers.set(`${store.slug}/${customer.id}`, customer)
  return customer
}

/** An address belongs to one account. */
function checkEmail(call: CustomerCall, email: string, own: number): void {
  const isTaken = customersOf(call).some(
    (one) => one.id !== own && one.email.toLowerCase() === email.toLowerCase(),
  )
  if (!isTaken) return
  if (own !== 0)
    throw new ApiError(400, 'woocommerce_rest_customer_invalid_email', 'Email address is invalid.')
  throw new ApiError(
    400,
    'registration-error-email-exists',
    'An account is already registered with your email address. Please log in or use a different email address.',
  )
}

function create(call: CustomerCall, body: unknown): Row {
  const input = readInput(newSchema, body)
  checkEmail(call, input.email, 0)
  const now = call.sites.world.clock.now()
  const customer = save(call, {
    id: FIRST_OWN + call.sites.nextNumber(),
    created: now,
    modified: now,
    email: input.email,
    first_name: input.first_name ?? '',
    last_name: input.last_name ?? '',
    username: input.username ?? input.email.split('@')[0] ?? '',
    billing: { ...emptyContact(), ...input.billing },
    shipping: { ...emptyContact('shipping'), ...input.shipping },
  })
  return announce(call, 'customer.created', rowOf(call, customer))
}

function update(call: CustomerCall, id: number, body: unknown): Row {
  const before = getCustomer(call, id, 400)
  const { billing, shipping, ...input } = readInput(changeSchema, body)
  if (input.username !== undefined && input.username !== before.username)
    throw new ApiError(400, 'woocommerce_rest_customer_invalid_argument', "Username isn't editable.")
  if (input.email !== undefined) checkEmail(call, input.email, id)
  const customer = save(call, {
    ...before,
    modified: call.sites.world.clock.now(),
    email: input.email ?? before.email,
    first_name: input.first_name ?? before.first_name,
    last_name: input.last_name ?? before.last_name,
    billing: { ...before.billing, ...billing },
    shipping: { ...before.shipping, ...shipping },
  })
  return announce(call, 'customer.updated', rowOf(call, customer))
}

/** The orders of the account become those of a guest. */
function remove(call: CustomerCall, id: number): Row {
  const { sites, store } = call
  const row = rowOf(call, getCustomer(call, id))
  sites.customers.set(`${store.slug}/${id}`, null)
  for (const order of ordersBy(call).get(id) ?? []) {
    order.customerId = 0
    sites.emit({ type: 'changed', order })
  }
  sites.hooks.send(store, 'customer.deleted', { id })
  return row
}

function announce({ sites, store }: CustomerCall, topic: string, row: Row): Row {
  sites.hooks.send(store, topic, row)
  return row
}

const ORDERS = ['id', 'include', 'name', 'registered_date'] as const
const ROLES = ['all', 'customer', 'administrator', 'shop_manager', 'subscriber'] as const

function list(call: CustomerCall): Reply {
  const { query } = call
  const by = choiceParam(query, 'orderby', ORDERS, 'name')
  const sign = choiceParam(query, 'order', ['asc', 'desc'], 'asc') === 'asc' ? 1 : -1
  const role = choiceParam(query, 'role', ROLES, 'customer')
  const word = query.get('search')?.toLowerCase() ?? ''
  const email = query.get('email')?.toLowerCase()
  const isChosen = isNamed(query)
  const value = (one: Customer): number => (by === 'registered_date' ? one.created : one.id)
  const found = customersOf(call)
    .filter((one) => (role === 'all' || role === 'customer') && isChosen(one))
    .filter((one) => email === undefined || one.email.toLowerCase() === email)
    .filter((one) =>
      `${one.email} ${one.username} ${one.first_name} ${one.last_name}`.toLowerCase().includes(word),
    )
    .toSorted((a, b) =>
      by === 'name' ? sign * a.username.localeCompare(b.username) : sign * (value(a) - value(b)),
    )
  return pageOf(found, query, (one) => rowOf(call, one))
}

/** Answers a call about customers; undefined for any other. `name` is 'METHOD /path'. */
export function answerCustomerCall(name: string, call: CustomerCall): Reply | undefined {
  const [, method = '', id = ''] = /^([A-Z]+) \/customers(?:\/(\d+|batch))?$/.exec(name) ?? []
  const success = (row: Row, status = 200): Reply => ({ status, body: row })
  switch (`${method} ${id === '' || id === 'batch' ? id : 'one'}`) {
    case 'GET ':
      return list(call)
    case 'POST ':
      return success(create(call, call.body), 201)
    case 'POST batch':
      return answerBatch(call.body, {
        create: (row) => create(call, row),
        update: (one, row) => update(call, one, row),
        remove: (one) => remove(call, one),
      })
    case 'GET one':
      return success(rowOf(call, getCustomer(call, Number(id))))
    case 'PUT one':
    case 'POST one':
    case 'PATCH one':
      return success(update(call, Number(id), call.body))
    case 'DELETE one':
      requireForce(call.query, 'Customers')
      return success(remove(call, Number(id)))
    default:
      return undefined
  }
}
