import type { CallReply } from '../../kit/serve-call.ts'
import { isDuplicate, matches, orderOf, readFields, requireName, rowOf, type Row } from './contacts.ts'
import type { Crm } from './crm.ts'
import type { Site } from './sites.ts'
import { readWhere, Refusal, success, type Key } from './wire.ts'

export interface ApiCall {
  crm: Crm
  site: Site
  key: Key
  query: URLSearchParams
  body: string
  skipsDuplicateCheck: boolean
}

const MOST_ROWS = 200

/** `name` is 'METHOD path', the path below api/v1/. */
export function answerCall(name: string, call: ApiCall): CallReply {
  if (name === 'GET App/user') return success(whoAmI(call))
  const [, method = '', id] = /^(\w+) Contact(?:\/(\w+))?$/.exec(name) ?? []
  if (method === '') throw new Refusal(404, `URL '${name}' does not exist.`)
  permit(call, method)
  if (id === undefined) {
    if (method === 'GET') return success(list(call))
    if (method === 'POST') return success(create(call))
    throw new Refusal(404, `Cannot ${method} Contact.`)
  }
  const contact = call.crm.find(call.site, id)
  if (!contact) throw new Refusal(404, `Record ${id} does not exist.`)
  switch (method) {
    case 'GET':
      return success(serve(call, rowOf(contact)))
    case 'PUT': {
      const fields = readFields(call.body)
      requireName({ ...contact, ...fields })
      return success(rowOf(call.crm.change(call.site, contact, fields)))
    }
    case 'DELETE':
      call.crm.remove(call.site, contact)
      return success(true)
    default:
      throw new Refusal(404, `Cannot ${method} Contact.`)
  }
}

function permit({ key }: ApiCall, method: string): void {
  if (key.can === 'nothing' || (key.can === 'read' && method !== 'GET'))
    throw new Refusal(403, `No ${method === 'GET' ? 'read' : 'edit'} access for 'Contact'.`)
}

function whoAmI({ site, key }: ApiCall): Row {
  const level = { create: 'yes', read: 'all', edit: 'all', delete: 'all', stream: 'all' }
  const table =
    key.can === 'nothing'
      ? {}
      : { Contact: key.can === 'write' ? level : { ...level, create: 'no', edit: 'no', delete: 'no' } }
  return {
    user: { id: `user-${site.slug}`, userName: 'console', type: 'api' },
    acl: { table },
    preferences: {},
    token: null,
    settings: {
      applicationName: site.name,
      defaultCurrency: site.currency,
      recordListMaxSizeLimit: MOST_ROWS,
    },
  }
}

function list(call: ApiCall): Row {
  const { crm, site, query } = call
  const size = Number(query.get('maxSize') ?? MOST_ROWS)
  if (size > MOST_ROWS)
    throw new Refusal(403, `Max size should not exceed ${MOST_ROWS}. Use offset and limit.`)
  const offset = Number(query.get('offset') ?? 0)
  const valueOf = orderOf(query.get('orderBy') ?? 'createdAt')
  const sign = query.get('order') === 'asc' ? 1 : -1
  const where = readWhere(query)
  const rows = crm
    .all(site)
    .filter(({ deleted }) => !deleted)
    .map(rowOf)
    .filter((row) => where.every((item) => matches(row, item)))
    .toSorted((a, b) => sign * compare(valueOf(a), valueOf(b)) || compare(idOf(a), idOf(b)))
  const names = query.get('select')?.split(',')
  const shown = rows.slice(offset, offset + size).map((row) => serve(call, pick(row, names)))
  return { total: rows.length, list: shown }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const idOf = ({ id }: Row): string => String(id)

const pick = (row: Row, names: string[] | undefined): Row =>
  names
    ? Object.fromEntries(Object.entries(row).filter(([name]) => name === 'id' || names.includes(name)))
    : row

function create(call: ApiCall): Row {
  const { crm, site } = call
  const fields = readFields(call.body)
  requireName({ lastName: fields.lastName ?? null })
  const alike = crm.all(site).filter((known) => !known.deleted && isDuplicate(known, fields))
  if (alike.length > 0 && !call.skipsDuplicateCheck) throw new Refusal(409, 'duplicate', alike.map(rowOf))
  return rowOf(crm.create(site, fields))
}

/** A corrupt contact is served with a time that is none. */
const serve = ({ crm }: ApiCall, row: Row): Row =>
  crm.corrupt.has(idOf(row)) ? { ...row, modifiedAt: 'the day before yesterday' } : row
