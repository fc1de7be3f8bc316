import { z } from 'zod'
import { isRecord } from '../../kit/http.ts'
import { createPerson } from '../../kit/fake-customers.ts'
import { contactId, type Site } from './sites.ts'
import { Refusal } from './wire.ts'

export const contactSchema = z.strictObject({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  description: z.string().nullable(),
  /** Seconds since 1970. */
  created: z.number(),
  modified: z.number(),
  deleted: z.boolean(),
})

export type Contact = z.infer<typeof contactSchema>

/** Fields of a contact that a caller may write. */
export const writable = ['firstName', 'lastName', 'emailAddress', 'phoneNumber', 'description'] as const

export type Fields = Partial<Record<(typeof writable)[number], string | null>>

const attributes = [...writable, 'id', 'name', 'createdAt', 'modifiedAt'] as const
const isAttribute = (name: unknown): name is (typeof attributes)[number] =>
  attributes.some((one) => one === name)

/** YYYY-MM-DD HH:mm:ss of universal time, whatever zone the site shows to people. */
const timeOf = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

export type Row = Record<string, unknown>

export const rowOf = (contact: Contact): Row => ({
  id: contact.id,
  name: [contact.firstName, contact.lastName].filter(Boolean).join(' '),
  deleted: contact.deleted,
  salutationName: null,
  firstName: contact.firstName,
  lastName: contact.lastName,
  emailAddress: contact.emailAddress,
  phoneNumber: contact.phoneNumber,
  description: contact.description,
  doNotCall: false,
  createdAt: timeOf(contact.created),
  modifiedAt: timeOf(contact.modified),
})

const invalid = (field: string, type: string): Refusal =>
  new Refusal(400, `Field validation failure; entityType: Contact, field: ${field}, type: ${type}.`)

/** Unknown fields are ignored, as the server does; known ones are checked. */
export function readFields(body: string): Fields {
  let given: unknown
  try {
    given = JSON.parse(body)
  } catch {
    throw new Refusal(400, 'Bad JSON.')
  }
  if (!isRecord(given)) throw new Refusal(400, 'No data.')
  const fields: Fields = {}
  for (const name of writable) {
    const value = given[name]
    if (value === undefined) continue
    if (value !== null && typeof value !== 'string') throw invalid(name, 'valid')
    if (value !== null && name !== 'description' && value.length > 255) throw invalid(name, 'maxLength')
    fields[name] = value === '' ? null : value
  }
  const { emailAddress: email, phoneNumber: phone } = fields
  if (email && !/^[^@\s*]+@[^@\s*]+\.[^@\s*]+$/.test(email)) throw invalid('emailAddress', 'emailAddress')
  if (phone && !/^[-+0-9 ().]{3,36}$/.test(phone)) throw invalid('phoneNumber', 'valid')
  return fields
}

export function requireName({ lastName }: Pick<Contact, 'lastName'>): void {
  if (!lastName) throw invalid('lastName', 'required')
}

const digitsOf = (phone: string): string => phone.replace(/\D/g, '')
const isSame = (a: string | null, b: string | null | undefined): boolean =>
  !!a && !!b && a.toLowerCase() === b.toLowerCase()

/** By default people are the same who have one name or one address; of a number nobody asks. */
export const isDuplicate = (known: Contact, given: Fields): boolean =>
  (known.firstName === (given.firstName ?? null) && isSame(known.lastName, given.lastName)) ||
  isSame(known.emailAddress, given.emailAddress)

/** One item of `where`, or several that must all hold. */
export type Where = unknown

export function matches(row: Row, where: Where): boolean {
  if (!isRecord(where)) throw new Refusal(400, 'Bad where item.')
  const { type, attribute, value } = where
  if (type === 'or' || type === 'and') {
    const items = listOf(value)
    return type === 'or'
      ? items.some((item) => matches(row, item))
      : items.every((item) => matches(row, item))
  }
  if (!isAttribute(attribute))
    throw new Refusal(400, `Not existing attribute '${String(attribute)}' in where.`)
  const stored = row[attribute]
  const text = typeof stored === 'string' ? stored : ''
  // The database compares text without regard to case.
  const isEqual = (to: unknown): boolean => text !== '' && text.toLowerCase() === String(to).toLowerCase()
  switch (type) {
    case 'equals':
      return isEqual(value)
    case 'in':
      return listOf(value).some(isEqual)
    case 'greaterThanOrEquals':
      return text >= String(value)
    case 'isNull':
      return text === ''
    case 'contains':
      return text.toLowerCase().includes(String(value).toLowerCase())
    default:
      throw new Refusal(400, `Unknown where type '${String(type)}'.`)
  }
}

/** PHP makes a list of `value[]=a` and a map of `value[0]=a`. */
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []

export const orderOf = (name: string): ((row: Row) => string) => {
  if (!isAttribute(name)) throw new Refusal(403, `Order by '${name}' is not allowed.`)
  return (row) => (typeof row[name] === 'string' ? row[name] : '')
}

/** People who exist for the CRM alone. Most came in with one file, all within one second. */
export function sampleContacts(site: Site, now: number): Contact[] {
  return Array.from({ length: 260 }, (_, place) => {
    const number = place + 1
    const { username, address } = createPerson(site.region, `crm:${site.slug}:${number}`)
    const at = now - (place < 230 ? 40 : 30 - (place - 230)) * 86_400
    const words = address.name.split(' ')
    return {
      id: contactId(number),
      firstName: words.slice(0, -1).join(' ') || null,
      lastName: words.at(-1) ?? '',
      emailAddress: place % 3 === 0 ? null : `${username}.${number}@mail.example`,
      phoneNumber: place % 3 === 1 ? null : `+${digitsOf(address.phone)}`,
      description: place % 10 === 0 ? 'Asks for gift wrapping' : null,
      created: at,
      modified: at,
      deleted: false,
    }
  })
}
