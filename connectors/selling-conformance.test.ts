/**
 * Requirements on every channel folder that sends the seller's actions to its channel: listings, hand-overs, labels,
 * cancellations, returns, and the settlements that result. Its recorded calls are named as `shipping.arrange`, in
 * fixtures/selling-cases.json.
 */
import { describe, expect, test } from 'vitest'
import { ChannelError } from './channel-error.ts'
import type { Connector } from './connector.ts'
import type { ReturnPage } from './returns.ts'
import type { SettlementPage } from './settlements.ts'
import { folders, playCase, readFixtures, sellingCapabilities } from './recorded-cases.ts'
import type { Case, Fixtures } from './recorded-cases.ts'
import { connectors } from './registry.ts'
import { returnStatuses } from '../model/return-case.ts'

const all = folders.flatMap((folder) => {
  const connector = connectors.find((candidate) => candidate.code === folder) as Connector
  const fixtures = readFixtures(folder)
  return sellingCapabilities
    .filter((capability) => connector[capability])
    .map((capability) => ({ folder, capability, connector, fixtures }))
})

test('a marketplace that takes listings says what it asks of them, and whoever ships can call an order off', () => {
  expect(
    connectors.filter(
      ({ type, listings, catalog }) => type === 'marketplace' && listings?.publish && !catalog,
    ),
  ).toEqual([])
  expect(connectors.filter(({ shipping, cancelling }) => shipping && !cancelling)).toEqual([])
})

describe.each(all)('$capability of $folder', ({ capability, connector, fixtures }) => {
  const cases = fixtures.cases.filter(({ call }) => call.startsWith(`${capability}.`))

  test('has a recorded success of each function', () => {
    const shown = cases.filter(({ expected }) => !expected.error).map(({ call }) => call)
    // Keys without a function, such as a list of the channel's words, have no reply to be recorded.
    const functions = Object.entries(connector[capability] ?? {})
      .filter(([, part]) => typeof part === 'function')
      .map(([name]) => `${capability}.${name}`)
    expect(shown).toEqual(expect.arrayContaining(functions))
  })

  test('has a recorded refusal in the words of the channel', async () => {
    const outcomes = await Promise.all(cases.map((one) => playCase(connector, fixtures, one)))
    const words = outcomes.flatMap(({ outcome }) => refusalsIn(outcome))
    expect(words.length).toBeGreaterThan(0)
    for (const reason of words) expect(reason.trim()).not.toBe('')
  })
})

describe.each(all.filter(({ capability }) => capability === 'returns'))('returns of $folder', (one) => {
  test('are whole: ids as text, money in whole units, known states', async () => {
    const pages = await outcomesOf<ReturnPage>(one, 'returns.list')
    for (const { channelReturnId, channelOrderId, status, refund, lines } of pages.flatMap((p) => p.items)) {
      expect(channelReturnId).toBeTypeOf('string')
      expect(channelOrderId).toBeTypeOf('string')
      expect(returnStatuses).toContain(status)
      for (const amount of [refund, ...lines.map((line) => line.refund)])
        expect(Number.isSafeInteger(amount)).toBe(true)
    }
  })
})

describe.each(all.filter(({ capability }) => capability === 'settlements'))(
  'settlements of $folder',
  (one) => {
    test('add up to the cent', async () => {
      const pages = await outcomesOf<SettlementPage>(one, 'settlements.list')
      const settlements = pages.flatMap((page) => page.items)
      expect(settlements.length).toBeGreaterThan(0)
      for (const {
        amount,
        revenue,
        shipping,
        fees,
        taxes,
        refund,
        adjustment,
        channelOrderId,
      } of settlements) {
        const charged = [...fees, ...taxes].reduce((sum, part) => sum + part.amount, 0)
        expect(revenue + shipping - charged - refund + adjustment, channelOrderId).toBe(amount)
      }
    })
  },
)

async function outcomesOf<T>(
  { connector, fixtures }: { connector: Connector; fixtures: Fixtures },
  call: Case['call'],
): Promise<T[]> {
  const cases = fixtures.cases.filter((one) => one.call === call && !one.expected.error)
  const played = await Promise.all(cases.map((one) => playCase(connector, fixtures, one)))
  return played.map(({ outcome }) => outcome as T)
}

/** The words of a call that was refused, and of each row of one that went through. */
function refusalsIn(outcome: unknown): string[] {
  if (outcome instanceof ChannelError) return [outcome.message]
  const rows = Array.isArray(outcome) ? outcome : Object.values(outcome ?? {}).flat()
  return rows.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'reason' in row && isRefused(row) ? [String(row.reason)] : [],
  )
}

function isRefused(row: object): boolean {
  return ('isDone' in row && row.isDone === false) || ('isRefused' in row && row.isRefused === true)
}
