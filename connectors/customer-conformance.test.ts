/**
 * Requirements on every channel folder with customers, in addition to conformance.test.ts and selling-conformance.test.ts, which
 * require a success of each function and a refusal. Recorded are `customers.list`, `customers.get` and `walkCustomers`.
 */
import { describe, expect, test } from 'vitest'
import type { Connector } from './connector.ts'
import type { CustomerResults } from './customers.ts'
import { folders, playCase, readFixtures } from './recorded-cases.ts'
import type { Case, CustomerWalk } from './recorded-cases.ts'
import { connectors } from './registry.ts'

const all = folders
  .map((folder) => ({
    folder,
    connector: connectors.find((candidate) => candidate.code === folder) as Connector,
    fixtures: readFixtures(folder),
  }))
  .filter(({ connector }) => connector.customers)

test('somebody keeps customers', () => {
  expect(all.length).toBeGreaterThan(0)
})

describe.each(all)('customers of $folder', ({ connector, fixtures }) => {
  const reads = ['customers.list', 'customers.get', 'walkCustomers']
  const cases = fixtures.cases.filter(({ call, expected }) => reads.includes(call) && !expected.error)
  const outcomeOf = async <T>(testCase: Case): Promise<T> => {
    const { outcome } = await playCase(connector, fixtures, testCase)
    if (outcome instanceof Error) throw outcome
    return outcome as T
  }

  test('are recorded page by page, by id, since a time, and with a malformed one', () => {
    expect(cases.map(({ call }) => call)).toEqual(expect.arrayContaining(reads))
    expect(cases.some(({ input }) => input?.changedSince ?? input?.given?.[0])).toBe(true)
    // Customers that the expectation does not list would be lost unnoticed.
    for (const { title, expected } of cases)
      expect(expected.result, title).toMatchObject({
        items: expect.any(Array) as unknown,
        failures: expect.any(Array) as unknown,
      })
    expect(
      cases.some(({ expected }) => {
        const { items, failures } = expected.result as { items: unknown[]; failures: unknown[] }
        return items.length > 0 && failures.length > 0
      }),
    ).toBe(true)
  })

  test('end, and no bookmark comes twice on the way', async () => {
    const lengths: number[] = []
    for (const walk of cases.filter(({ call }) => call === 'walkCustomers')) {
      const { cursors, progress } = await outcomeOf<CustomerWalk>(walk)
      expect(new Set(cursors).size, walk.title).toBe(cursors.length)
      for (const share of progress) expect(share >= 0 && share <= 1, `progress ${share}`).toBe(true)
      expect(progress.at(-1)).toBe(1)
      lengths.push(progress.length)
    }
    expect(Math.max(...lengths), 'pages of the longest walk').toBeGreaterThan(1)
  })

  test('are whole: ids as text, a name, a time, and no empty text for what is unknown', async () => {
    for (const testCase of cases) {
      const { items: customers, failures } = await outcomeOf<CustomerResults>(testCase)
      for (const { channelCustomerId, name, phone, email, note, changedAt } of customers) {
        expect(channelCustomerId).toMatch(/^\S+$/)
        expect(name).toMatch(/\S/)
        for (const part of [phone, email, note]) expect(part ?? 'x').toMatch(/\S/)
        expect(Number.isNaN(changedAt.getTime())).toBe(false)
      }
      for (const failure of failures) {
        expect(failure.reason).toContain(failure.channelId)
        expect(failure).toHaveProperty('raw')
      }
    }
  })

  test('are looked for before one is made, and nobody is found by nothing', async () => {
    const finds = fixtures.cases.filter(({ call }) => call === 'customers.find')
    const outcomes = await Promise.all(finds.map((one) => playCase(connector, fixtures, one)))
    const results = outcomes.map(({ outcome }) => outcome)
    expect(results).toContain(null)
    expect(results.some((id) => typeof id === 'string' && id !== '')).toBe(true)
  })
})
