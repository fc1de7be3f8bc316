/** Contacts of a CRM. Source: "CRUD Operations" and "API search parameters" of the REST API. */
import { z } from 'zod'
import { ChannelError } from '../../channel-error.ts'
import type { Session } from '../../session.ts'
import type { CustomerPage, CustomerResults, Customers } from '../../customers.ts'
import { readAgain } from '../../read-again.ts'
import type { ChannelCustomer, CustomerCard } from '../../../model/customer.ts'
import { call, send, type Where } from './auth.ts'
import { digitsOf, phoneSpellings, toChannelCustomer, toContact } from './customer-mapping.ts'
import {
  contactFields,
  contactSchema,
  decodeReply,
  describeIssue,
  idOf,
  listSchema,
  savedSchema,
  writeTime,
} from './wire.ts'
import type { Failure } from '../../results.ts'

/** Half of what a CRM gives at once unless it is set up otherwise: see most-rows in the README. */
const rowsPerPage = 100

export const customers: Customers = {
  async list(session, changedSince, cursor): Promise<CustomerPage> {
    const from = changedSince ? writeTime(changedSince) : null
    const at = cursor === null ? { since: from, offset: 0, done: 0 } : readCursor(cursor)
    const where: Where[] =
      at.since === null ? [] : [{ type: 'greaterThanOrEquals', attribute: 'modifiedAt', value: at.since }]
    const { list, total } = await listContacts(session, where, {
      orderBy: 'modifiedAt',
      order: 'asc',
      maxSize: String(rowsPerPage),
      offset: String(at.offset),
    })
    const results = readRows(list)
    const done = at.done + list.length
    const left = Math.max(0, total - at.offset - list.length)
    if (list.length < rowsPerPage) return { ...results, nextCursor: null, progress: 1 }
    return {
      ...results,
      nextCursor: JSON.stringify({ ...nextPlace(at, list), done }),
      progress: done / (done + left || 1),
    }
  },

  async get(session, channelCustomerIds): Promise<CustomerResults> {
    if (channelCustomerIds.length === 0) return { items: [], failures: [] }
    const ids = [...new Set(channelCustomerIds)]
    const where: Where[] = [{ type: 'in', attribute: 'id', value: ids }]
    const { list } = await listContacts(session, where, { maxSize: String(rowsPerPage) })
    const found = new Set(list.map(idOf))
    const { items: read, failures } = readRows(list)
    const gone = ids
      .filter((id) => !found.has(id))
      .map((id) => failureOf(id, 'the CRM does not have it any more', null))
    return { items: read, failures: [...failures, ...gone] }
  },

  async find(session, card) {
    const { list } = await listContacts(session, [{ type: 'or', value: sameAs(card) }], {
      select: 'id',
      orderBy: 'createdAt',
      order: 'asc',
      maxSize: '1',
    })
    return idOf(list[0]) || null
  },

  async create(session, card) {
    const request = { method: 'POST' as const, path: 'Contact', body: toContact(card) }
    const reply = await send(session, request)
    if (reply.status !== 409) return decodeReply(reply, savedSchema).id
    const known = duplicatesOf(reply.text).find((one) => isSame(one, card))
    if (known) return known.id
    // Somebody else of the same name.
    const insisted = await send(session, { ...request, headers: { 'x-skip-duplicate-check': 'true' } })
    return decodeReply(insisted, savedSchema).id
  },

  async update(session, channelCustomerId, card) {
    const path = `Contact/${encodeURIComponent(channelCustomerId)}`
    await call(session, { method: 'PUT', path, body: toContact(card) }, savedSchema)
  },
}

function listContacts(
  session: Session,
  where: Where[],
  query: Record<string, string>,
): Promise<z.infer<typeof listSchema>> {
  const request = {
    method: 'GET' as const,
    path: 'Contact',
    where,
    query: { select: contactFields, ...query },
  }
  return readAgain(() => call(session, request, listSchema))
}

const cursorSchema = z.object({ since: z.string().nullable(), offset: z.int().min(0), done: z.int().min(0) })

function readCursor(cursor: string): z.infer<typeof cursorSchema> {
  return cursorSchema.parse(JSON.parse(cursor))
}

/**
 * From the time of the last row on: what changes meanwhile goes to the end, where offsets alone would lose the row that takes
 * its place. Only within one second, which an import may fill with thousands, they have to do.
 */
function nextPlace(
  at: { since: string | null; offset: number },
  list: unknown[],
): { since: string | null; offset: number } {
  const times = list.map((raw) => contactSchema.shape.modifiedAt.safeParse(timeIn(raw)).data)
  const last = times.findLast((time) => time !== undefined)
  const since = last ? writeTime(last) : at.since
  return since === at.since ? { since, offset: at.offset + list.length } : { since, offset: 0 }
}

function timeIn(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'modifiedAt' in raw ? raw.modifiedAt : undefined
}

function readRows(list: unknown[]): CustomerResults {
  const read: ChannelCustomer[] = []
  const failures: Failure[] = []
  for (const raw of list) {
    const contact = contactSchema.safeParse(raw)
    if (contact.success) read.push(toChannelCustomer(contact.data))
    else failures.push(failureOf(idOf(raw), describeIssue(contact.error), raw))
  }
  return { items: read, failures }
}

function failureOf(id: string, reason: string, raw: unknown): Failure {
  const channelCustomerId = id || 'unknown'
  return { channelId: channelCustomerId, reason: `contact ${channelCustomerId}: ${reason}`, raw }
}

function sameAs({ phone, email }: CustomerCard): Where[] {
  const equals = (attribute: string, value: string): Where => ({ type: 'equals', attribute, value })
  const wheres = [
    ...(email === null ? [] : [equals('emailAddress', email.trim())]),
    ...(phone === null ? [] : phoneSpellings(phone).map((spelling) => equals('phoneNumber', spelling))),
  ]
  // An empty "or" would be true of everybody.
  if (wheres.length === 0) throw new ChannelError('refused', 'refusal.no_contact')
  return wheres
}

const duplicatesSchema = z.array(contactSchema.pick({ id: true, phoneNumber: true, emailAddress: true }))

/** The body of a 409 is the list of those who look alike. */
function duplicatesOf(body: string): z.infer<typeof duplicatesSchema> {
  try {
    return duplicatesSchema.safeParse(JSON.parse(body)).data ?? []
  } catch {
    return []
  }
}

function isSame(
  {
    phoneNumber,
    emailAddress,
  }: { phoneNumber?: string | null | undefined; emailAddress?: string | null | undefined },
  { phone, email }: CustomerCard,
): boolean {
  if (email !== null && emailAddress?.toLowerCase() === email.trim().toLowerCase()) return true
  return phone !== null && !!phoneNumber && digitsOf(phoneNumber) === digitsOf(phone)
}
