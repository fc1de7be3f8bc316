import { expect, test } from 'vitest'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import { never } from '../../session.ts'
import { connector } from './index.ts'

test('a product is found with all its variations, however many pages they are', async () => {
  await using channel = await startRecordedChannel(({ on, query }) => {
    if (on.endsWith('/variations')) {
      const start = (Number(query.page ?? 1) - 1) * 100
      const ids = Array.from({ length: 130 }, (_, index) => 1000 + index)
      return { body: ids.slice(start, start + 100).map((id) => ({ id, sku: `S${id}` })) }
    }
    const product = { id: 93, type: 'variable', status: 'publish', sku: 'S-ALL' }
    return {
      body: on.endsWith('/93') ? product : [{ id: 1000, type: 'variation', sku: 'S1000', parent_id: 93 }],
    }
  })
  const session = createSession({}, new Date('2026-01-31T12:00:00Z'))
  const credentials = { ...session.credentials, accessExpiresAt: never, more: { address: channel.url } }
  const found = await connector.listings?.find?.({ ...session, credentials }, ['S1000'])
  expect([
    found?.channelProductId,
    new Set(found?.skus.map(({ channelSkuId }) => channelSkuId)).size,
  ]).toEqual(['93', 130])
})
