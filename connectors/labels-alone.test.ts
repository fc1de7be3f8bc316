/** Labels of several parcels: one that cannot be had must not keep the others from being printed. */
import { expect, test } from 'vitest'
import type { LabelResult } from './shipping.ts'
import type { Session } from './session.ts'
import { labels as lazadaLabels } from './channels/lazada/labels.ts'
import { labels as shopeeLabels } from './channels/shopee/labels.ts'
import { labels as tiktokLabels } from './channels/tiktok/labels.ts'
import { createSession, startRecordedChannel } from './recorded-channel.ts'
import type { RecordedCall, RecordedReply } from './recorded-channel.ts'

type Reply = Omit<RecordedReply, 'on'>
type Printing = {
  /** Replies about the parcel in the call; `file` is what the marketplace answers where the label should be. */
  answer: (call: RecordedCall, file: (parcel: string) => Reply, base: string) => Reply
  print: (
    base: string,
    parcels: { channelOrderId: string; channelPackageId: string }[],
  ) => Promise<LabelResult[]>
}

const pdf = Buffer.from('%PDF-1.4\n').toString('base64')
const sessionOf = (app: Record<string, string>): Session => {
  const session = createSession(app, new Date('2026-01-31T12:00:00Z'))
  return { ...session, credentials: { ...session.credentials, more: { country: 'my' } } }
}

const printing: Record<string, Printing> = {
  Shopee: {
    answer: ({ on, body }, file) => {
      const lists = body as {
        order_list?: { order_sn: string; package_number: string }[]
        package_list?: { package_number: string }[]
      }
      const rows = lists.order_list ?? []
      if (on.endsWith('get_mass_tracking_number'))
        return {
          body: {
            error: '',
            response: { success_list: lists.package_list?.map((one) => ({ ...one, tracking_number: 'T' })) },
          },
        }
      if (on.endsWith('get_shipping_document_result'))
        return {
          body: { error: '', response: { result_list: rows.map((one) => ({ ...one, status: 'READY' })) } },
        }
      return file(rows[0]?.package_number ?? '')
    },
    print: (base, parcels) =>
      shopeeLabels(
        sessionOf({ SHOPEE_PARTNER_ID: '1', SHOPEE_PARTNER_KEY: 'k', SHOPEE_API_BASE: base }),
        parcels,
      ),
  },
  Lazada: {
    answer: ({ on, body }, file, base) => {
      if (on.startsWith('GET /files/')) return file(on.slice('GET /files/'.length))
      const { getDocumentReq = '' } = body as Record<string, string>
      const [, id = ''] = /"package_id":"(\w+)"/.exec(getDocumentReq) ?? []
      return {
        body: { code: '0', result: { success: true, data: { file: null, pdf_url: `${base}/files/${id}` } } },
      }
    },
    print: (base, parcels) =>
      lazadaLabels(
        sessionOf({ LAZADA_APP_KEY: '1', LAZADA_APP_SECRET: 's', LAZADA_API_BASE: base }),
        parcels,
      ),
  },
  'TikTok Shop': {
    answer: ({ on }, file, base) => {
      if (on.startsWith('GET /files/')) return file(on.slice('GET /files/'.length))
      const [, id = ''] = /packages\/(\w+)\//.exec(on) ?? []
      return { body: { code: 0, data: { doc_url: `${base}/files/${id}` } } }
    },
    print: (base, parcels) =>
      tiktokLabels(
        sessionOf({ TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: base }),
        parcels,
      ),
  },
}

test.each(
  Object.entries(printing).flatMap(([name, one]) =>
    (
      [
        [
          'is no label',
          {
            body: { base64: Buffer.from('GIF89a').toString('base64') },
            headers: { 'content-type': 'image/gif' },
          },
        ],
        ['is not to be had', { status: 503, body: '' }],
      ] as const
    ).map(([what, reply]) => [name, what, reply, one] as const),
  ),
)('%s: one that %s leaves the others alone', async (_, __, reply, { answer, print }) => {
  await using channel = await startRecordedChannel((call) =>
    answer(
      call,
      (parcel) =>
        parcel === 'P2' ? reply : { body: { base64: pdf }, headers: { 'content-type': 'application/pdf' } },
      channel.url,
    ),
  )
  const parcels = ['1', '2', '3'].map((id) => ({ channelOrderId: `A${id}`, channelPackageId: `P${id}` }))
  expect((await print(channel.url, parcels)).map(({ isReady }) => isReady)).toEqual([true, false, true])
})
