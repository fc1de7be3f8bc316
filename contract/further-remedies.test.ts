/** Requests that no other table is about: the field and the remedy for what is wrong, and what is taken at its edges. */
import { describe, expect, it } from 'vitest'
import { bodies } from '../test/steps/sample-requests.ts'
import { bodyAs, describeRefusals, leftOut, refusedIn } from '../test/steps/changed-requests.ts'
import { allEndpoints } from './endpoints.ts'

const blank = 'Field cannot be left blank'
const long = (letters: number) => 'x'.repeat(letters)
const many = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

for (const name of ['bulk-accept-cancel', 'bulk-reject-cancel', 'bulk-accept-return'])
  describeRefusals(`POST /orders/${name}`, `POST /orders/${name}`, [
    ['ids', [], blank],
    ['ids', leftOut, blank],
    ['ids', ['1'], 'Enter a number', 'ids.0'],
    ['ids', [1, 0], 'Enter more than 0', 'ids.1'],
    ['ids', [1.5], 'Enter a whole number', 'ids.0'],
    ['ids', many(301), 'Give 300 at most'],
  ])

describeRefusals('the name and the rules of a segment', 'PUT /customers/shortlists/{id}', [
  ['name', '', blank],
  ['name', ' \u3000', blank],
  ['name', long(256), 'Enter up to 255 characters'],
  ['rules', [], blank],
  [
    'rules',
    [{ field: 'birthday' }],
    'Use one of these: spent, orders, delivered, last_order, first_seen, level, delivered_rate, shop, bought, region',
    'rules.0.field',
  ],
  ['updated_at', 'yesterday', 'Enter a date and time such as 2026-01-31T09:00:00Z'],
])

describeRefusals('customers who leave a segment', 'POST /customers/shortlists/{id}/remove-customers', [
  ['customer_ids', [], blank],
  ['customer_ids', [0], 'Enter more than 0', 'customer_ids.0'],
])

describeRefusals('the star of an order', 'PUT /orders/{id}/star', [
  ['is_star', 2, 'Use one of these: 0, 1'],
  ['is_star', true, 'Use one of these: 0, 1'],
  ['is_star', '1', 'Use one of these: 0, 1'],
  ['is_star', leftOut, blank],
])

describeRefusals('a parcel that comes back', 'POST /orders/{id}/take-back', [
  ['lines', [], blank],
  ['note', long(501), 'Enter up to 500 characters'],
])

describeRefusals('what was scanned of an order', 'POST /orders/{id}/scan-checked', [['lines', [], blank]])

describeRefusals('an area', 'PUT /sales-areas/{id}', [
  ['name', '', blank],
  ['name', long(256), 'Enter up to 255 characters'],
])

describeRefusals('the second factor', 'POST /users/second-factor/confirm', [
  ['otp', '', 'Incorrect OTP'],
  ['otp', '12345', 'Incorrect OTP'],
  ['otp', 123456, 'Enter text'],
])

describeRefusals('signing in elsewhere', 'POST /sso/token', [
  ['code', '', blank],
  ['state', '', blank],
  ['iss', '', blank],
])

describeRefusals('a token', 'POST /authorization/token-info', [
  ['token', '', blank],
  ['token', leftOut, blank],
])

describeRefusals('a print agent', 'POST /print-agent/pair', [
  ['code', '', blank],
  ['code', leftOut, blank],
])

const written = Object.entries(allEndpoints).filter(([, endpoint]) => 'body' in endpoint && endpoint.body)

describe('a request of the right form', () => {
  it('is there for each endpoint that needs a body, and is taken', () => {
    const refused = written.map(([name]) => [name, refusedIn(name, {})] as const)
    expect(refused.filter(([, fields]) => fields.length > 0)).toEqual([])
    expect(written.length).toBeGreaterThan(100)
  })

  it('is of an endpoint that there is', () => {
    expect(Object.keys(bodies).filter((name) => !(name in allEndpoints))).toEqual([])
  })

  it('takes no field that nobody knows, but where a channel or a file writes it', () => {
    const taken = written
      .map(([name]) => name)
      .filter((name) => !refusedIn(name, { colour: 'red' }).includes('colour'))
    expect(taken).toEqual(['POST /shops/callback'])
  })

  it('names nobody by half a character, at any text that it has', () => {
    const wrong: string[] = []
    for (const [name] of written)
      for (const [field, value] of Object.entries(bodies[name] ?? {}))
        if (
          typeof value === 'string' &&
          field.endsWith('name') &&
          refusedIn(name, { [field]: '\ud842' }).length === 0
        )
          wrong.push(`${name} ${field}`)
    expect(wrong).toEqual([])
  })
})

describe('at the edges of what is taken', () => {
  it.each([
    ['PUT /customers/shortlists/{id}', { name: '常連'.repeat(127) }, { name: '常連'.repeat(127) }],
    ['PUT /customers/shortlists/{id}', { name: '\u3000常連 ' }, { name: '常連' }],
    ['PUT /sales-areas/{id}', { name: '𠮷野家'.repeat(20) }, { name: '𠮷野家'.repeat(20) }],
    ['POST /orders/bulk-accept-cancel', { ids: many(300) }, { ids: many(300) }],
    ['POST /orders/{id}/take-back', { note: long(500) }, { note: long(500) }],
    ['POST /users/second-factor/confirm', { otp: '１２３ ４５６' }, { otp: '123456' }],
  ])('%s', (name, changes, read) => {
    expect(bodyAs(name, changes)).toMatchObject(read)
  })
})
