import { expect, test } from 'vitest'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import { labels } from './labels.ts'

const parcel = { channelOrderId: '576684019603311365', channelPackageId: '1162034521233320901' }

async function printed(document: string | { base64: string }) {
  await using channel = await startRecordedChannel(({ on }) =>
    on.endsWith('/shipping_documents')
      ? { body: { code: 0, data: { doc_url: `${channel.url}/file.pdf`, tracking_number: 'JX1' } } }
      : { body: document },
  )
  const app = { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: channel.url }
  const results = await labels(createSession(app, new Date()), [parcel]).catch((error: unknown) => error)
  return { results, calls: channel.calls }
}

test('[labels-by-address] a label is fetched from its address, without token or signature, and kept as it is', async () => {
  const { results, calls } = await printed({ base64: 'JVBERi0xLjQK' })
  const bytes = Uint8Array.from(Buffer.from('%PDF-1.4\n'))
  expect(results).toEqual([
    { ...parcel, isReady: true, file: { format: 'pdf', bytes }, trackingNumber: 'JX1' },
  ])
  const file = calls.find(({ on }) => on === 'GET /file.pdf')
  expect(file?.query).toEqual({})
  expect(file?.headers).not.toHaveProperty('x-tts-access-token')
})

test('what is no PDF at that address is asked for again', async () => {
  const { results } = await printed('<html>Expired</html>')
  expect(results).toEqual([{ ...parcel, isReady: false, isRefused: false }])
})
