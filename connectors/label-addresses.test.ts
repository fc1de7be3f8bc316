/** Labels that a reply names an address for: the address is whoever answered's to choose. */
import { expect, test } from 'vitest'
import type { Session } from './session.ts'
import { labels as lazadaLabels } from './channels/lazada/labels.ts'
import { labels as tiktokLabels } from './channels/tiktok/labels.ts'
import { createTokenStore, type CourierSession } from './courier.ts'
import { courier as jnt } from './couriers/jnt/index.ts'
import { createHttp, type Http } from './http.ts'
import { createSession, startRecordedChannel } from './recorded-channel.ts'

const now = new Date('2026-01-31T12:00:00Z')
const parcel = { channelOrderId: '576684019603311365', channelPackageId: '1162034521233320901' }

const channelSession = (app: Record<string, string>, http: Http): Session => ({
  ...createSession(app, now),
  http,
})
const courierSession = (settings: Record<string, string>, http: Http): CourierSession => ({
  settings,
  keys: { api_account: 'A', private_key: 'k', customer_code: 'C', password: 'P' },
  http,
  now: () => now,
  tokens: createTokenStore(),
})

type Printing = {
  reply: (address: string) => object
  print: (base: string, http: Http) => Promise<unknown> | undefined
}

const printing: Record<string, Printing> = {
  Lazada: {
    reply: (address) => ({ code: '0', result: { success: true, data: { file: null, pdf_url: address } } }),
    print: (base, http) => {
      const app = { LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_API_BASE: base }
      const session = channelSession(app, http)
      const credentials = { ...session.credentials, more: { country: 'my' } }
      return lazadaLabels({ ...session, credentials }, [parcel])
    },
  },
  'TikTok Shop': {
    reply: (address) => ({ code: 0, data: { doc_url: address, tracking_number: 'JX1' } }),
    print: (base, http) => {
      const app = { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: base }
      return tiktokLabels(channelSession(app, http), [parcel])
    },
  },
  'J&T': {
    reply: (address) => ({ code: '1', data: { base64EncodeContent: null, urlContent: address } }),
    print: (base, http) =>
      jnt.label?.(courierSession({ JNT_API_BASE: base }, http), {
        trackingNumber: '630000000001',
        reference: 'SO-1001',
      }),
  },
}

test.each(Object.entries(printing))(
  'an address of somebody else that %s names is fetched where only public ones are reached, and one without TLS not at all',
  async (_, { reply, print }) => {
    for (const [address, fetched] of [
      ['https://10.0.0.1/file.pdf', ['https://10.0.0.1/file.pdf']],
      ['http://10.0.0.1/file.pdf', []],
    ] as const) {
      await using channel = await startRecordedChannel(() => ({ body: reply(address) }))
      const asked: string[] = []
      const publicFetch = async (url: Parameters<typeof fetch>[0]) => {
        asked.push(url instanceof Request ? url.url : String(url))
        return new Response('%PDF-1.4')
      }
      const outcome = await print(channel.url, createHttp({ publicFetch }))?.catch((error: unknown) => error)
      expect([address, asked]).toEqual([address, fetched])
      if (fetched.length > 0) expect(outcome).not.toBeInstanceOf(Error)
    }
  },
)
