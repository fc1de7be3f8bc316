/** Names of the API's enumerations. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type TestConsole } from '../../test/start-test-console.ts'

let running: TestConsole
beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())

type Coded = { id: number; code: string; name: string }

it('names every value of every list in each language', async () => {
  const seller = await running.signUp('seller')
  for (const language of ['jp', 'en', 'vn', 'my']) {
    const config = await seller.call('GET /config?include=countries', undefined, {
      'x-localization': language,
    })
    const { countries, ...lists } = config.at<Record<string, Coded[]> & { countries: { data: Coded[] } }>(
      'data',
    )
    const codes = (name: string) => lists[name]?.map(({ code }) => code)
    expect(codes('fulfillment_type')).toEqual([
      'dropship',
      'tiki_delivery',
      'seller_delivery',
      'cross_border',
      'instant_delivery',
      'seller',
      'marketplace',
    ])
    expect(codes('inventory_type')).toEqual([
      'instock',
      'backorder',
      'seller_backorder',
      'dropship',
      'cross_border',
    ])
    expect(codes('user_roles')).toContain('custom')
    const { notify: _, ...plain } = lists
    for (const { code, name } of [...Object.values(plain).flat(), ...countries.data])
      expect([code, name.includes('.') || name === code]).toEqual([code, false])
  }
})
