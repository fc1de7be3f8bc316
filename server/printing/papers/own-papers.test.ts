/** Our own papers as they come out of the printer: their codes are scanned, their letters compared to the font's. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { languages, type Language } from '../../../model/language.ts'
import { orderCode } from '../../../model/order.ts'
import type { OrderPiece } from '../../../model/pick-lines.ts'
import { papers, paperSizes, standardTemplate, type PrintTemplate } from '../../../model/printing.ts'
import { inkOf, seePages } from '../../../test/steps/sheets.ts'
import type { OrderDetail } from '../../orders/detail/order-store.ts'
import { addressOf } from '../../../test/steps/stored-orders.ts'
import { paperOrder } from '../../../test/steps/paper-order-steps.ts'
import { printPapers, type PrintJob } from '../print-papers.ts'
import { orderSlipHtml } from './order-slip-html.ts'
import { openScripts } from './scripts-font.ts'

function jobOf(orders: OrderDetail[], more: Partial<PrintJob> = {}): PrintJob {
  return {
    kind: 'waybill',
    language: 'en',
    template: standardTemplate,
    orders,
    waybills: new Map(),
    pieces: orders.flatMap((order) => piecesOf(order)),
    senderOf: () => null,
    timezone: 'Asia/Ho_Chi_Minh',
    ...more,
  }
}

function piecesOf(order: OrderDetail, more: Partial<OrderPiece> = {}): OrderPiece[] {
  return order.lines.map(({ shopSku, sellerSku, name, variantLabel, imageUrl, quantity }) => ({
    orderId: order.id,
    orderCode: orderCode(order),
    shopSku,
    name,
    variantLabel,
    imageUrl,
    quantity,
    perUnit: null,
    skuId: null,
    code: sellerSku ?? shopSku,
    bin: null,
    ...more,
  }))
}

async function print(orders: OrderDetail[], more: Partial<PrintJob> = {}) {
  const { file } = await printPapers(jobOf(orders, more))
  if (!file) throw new Error('nothing was printed')
  return { file, pages: await seePages(file) }
}

const template = (more: Partial<PrintTemplate>): PrintTemplate => ({ ...standardTemplate, ...more })

describe('an own waybill', () => {
  it.each(paperSizes)('is scanned on %s: the tracking number in bars, the order in squares', async (size) => {
    const orders = [paperOrder(1), paperOrder(2)]
    const { pages } = await print(orders, { template: template({ paper_size: size }) })
    expect(pages).toHaveLength(2)
    for (const [at, { width, height, codes }] of pages.entries()) {
      expect([Math.round(width), Math.round(height)]).toEqual([
        Math.round(papers[size].width),
        Math.round(papers[size].height),
      ])
      expect(codes).toEqual([
        { format: 'Code128', text: `MYT${1_000_001 + at}` },
        { format: 'QRCode', text: `WEB-${at + 1}` },
      ])
    }
  })

  it('bears the code of the order where nobody gave a tracking number', async () => {
    const { pages } = await print([paperOrder(3, { trackingNumber: null })])
    expect(pages[0]?.codes[0]).toEqual({ format: 'Code128', text: 'WEB-3' })
  })

  it.each(paperSizes)(
    'can be scanned on %s where the code of the order is too long for bars',
    async (size) => {
      const channelOrderId = 'order_01JB8Z3KXW6Q4N2T7R5M9V1C0D'
      const order = paperOrder(3, { channelOrderId, shortCode: '#1041', trackingNumber: null })
      const show = { ...standardTemplate.show, qr: false }
      for (const kind of ['waybill', 'slip'] as const) {
        const { file } = await print([order], { kind, template: template({ paper_size: size, show }) })
        expect(
          (await seePages(file, 'thermal')).flatMap(({ codes }) => codes.map(({ text }) => text)),
        ).toEqual([channelOrderId])
      }
    },
  )

  it('has the parts and copies that the template asks for', async () => {
    const show = { ...standardTemplate.show, qr: false }
    const { pages } = await print([paperOrder(4)], { template: template({ show, copies: 3 }) })
    expect(pages.map(({ codes }) => codes)).toEqual(
      Array.from({ length: 3 }, () => [{ format: 'Code128', text: 'MYT1000004' }]),
    )
  })

  it('lies as the template says, without the receiver where nobody wants it', async () => {
    const show = { ...standardTemplate.show, receiver: false }
    const orientation = 'landscape' as const
    const { pages, file } = await print([paperOrder(8)], { template: template({ orientation }) })
    expect(pages).toHaveLength(1)
    expect([pages[0]?.width, pages[0]?.height].map((side) => Math.round(side ?? 0))).toEqual([420, 298])
    expect(pages[0]?.codes).toHaveLength(2)
    const without = await print([paperOrder(8)], { template: template({ orientation, show }) })
    const whole = { x: 0, y: 0, width: 420, height: 298 }
    expect(await inkOf(without.file, whole)).toBeLessThan(await inkOf(file, whole))
  })

  it('has what the owner wrote at its ends, bold where it is bold', async () => {
    const top = { x: 0, y: 20, width: 298, height: 40 }
    const inkWith = async (header: string) =>
      inkOf((await print([paperOrder(9)], { template: template({ header }) })).file, top)
    const [none, plain, bold] = [
      await inkWith(''),
      await inkWith('Thank you'),
      await inkWith('<b>Thank you</b>'),
    ]
    expect(plain).not.toBe(none)
    expect(bold).toBeGreaterThan(plain)
  })

  it('stays within the paper with a long address of a site at its ends', async () => {
    const long = `Thank you https://shop.example/${'a-long-way-'.repeat(12)}`
    const { file } = await print([paperOrder(9)], { template: template({ header: long, footer: long }) })
    const edge = { x: 286, y: 0, width: 12, height: 420 }
    expect(await inkOf(file, edge)).toBe(0)
  })

  it('is marked when it is printed once more', async () => {
    const provider = 'Pos Laju and Ninja Van Malaysia'
    const printedAt = '2026-03-05T05:00:00+00:00'
    const orders = [paperOrder(5), paperOrder(5, { printedAt }), paperOrder(5, { printedAt, provider })]
    const { pages } = await print(orders)
    expect(pages.map(({ words }) => words.includes('[REPRINT]'))).toEqual([false, true, true])
  })

  it('has the whole address of the buyer, and each part of it once', async () => {
    const place = { city: 'Thành phố Thủ Đức', district: 'Thành phố Thủ Đức', province: 'Hồ Chí Minh' }
    const street =
      'Số 139/45/12A, hẻm 80/54 đường Phan Đình Phùng nối dài, khu phố Nguyễn Hữu Thọ, tòa nhà Sunrise, căn hộ 1507'
    const far = addressOf({ name: 'Ngọc', street, ...place, country: 'VN' })
    const japanese = { province: '神奈川県', city: '横浜市', street: '神奈川県横浜市港北区1-5' }
    const orders = [
      paperOrder(1, { address: far }),
      paperOrder(2, { address: addressOf({ ...japanese, country: 'JP' }) }),
    ]
    const { pages } = await print(orders)
    const [first = '', second = ''] = pages.map(({ words }) => words.replaceAll(/\s+/g, ' '))
    expect(first).toContain('căn hộ 1507')
    expect(first.split('Thủ Đức')).toHaveLength(2)
    expect(second.split('横浜市')).toHaveLength(2)
  })

  it("has what the buyer asks for and the team's note, unless its owner leaves notes out", async () => {
    const order = paperOrder(11, { buyerMessage: 'Call at the gate', note: 'Fragile' })
    const [withNotes, without] = await Promise.all(
      [true, false].map(async (note) =>
        print([order], { template: template({ show: { ...standardTemplate.show, note } }) }),
      ),
    )
    expect(withNotes?.pages[0]?.words).toContain('Message from the buyer: Call at the gate')
    expect(withNotes?.pages[0]?.words).toContain('Note: Fragile')
    expect(without?.pages[0]?.words).not.toMatch(/gate|Fragile/)
  })

  it('keeps the header off the bars', async () => {
    const { file } = await print([paperOrder(12)], { template: template({ header: 'gggg' }) })
    expect(await inkOf(file, { x: 13, y: 37, width: 60, height: 2 })).toBe(0)
  })

  it('stays one page, however much is in the order', async () => {
    const [line] = paperOrder(6).lines
    if (!line) throw new Error('no line')
    const lines = Array.from({ length: 80 }, (_, position) => ({ ...line, position }))
    const { pages } = await print([paperOrder(6, { lines })])
    expect(pages).toHaveLength(1)
  })
})

describe('every script', () => {
  const samples: Record<string, string> = {
    Latin: 'Kuala Lumpur Straße',
    Japanese: '東京都渋谷区ひらがなカタカナ',
    Vietnamese: 'Nguyễn Thị Hồng Đường Lê Lợi Phường ẵ',
    Malay: 'Jalan Tun Razak, Taman Seri',
    Chinese: '广东省们说这楼龙',
  }
  /** The ink of each letter, drawn alone. */
  async function inksOf(letters: string[]): Promise<number[]> {
    const pdf = await PDFDocument.create()
    const scripts = await openScripts(pdf)
    for (const letter of letters) scripts.draw(pdf.addPage([40, 40]), letter, { x: 8, y: 12, size: 20 })
    const file = await pdf.save()
    return Promise.all(letters.map((_, at) => inkOf(file, { x: 0, y: 0, width: 40, height: 40 }, at)))
  }
  let missing: number

  beforeAll(async () => {
    // A letter that no font of ours has is set as the mark for it, which is no empty box either.
    const [mark = 0, unknown = 0] = await inksOf(['〓', '\u{12345}'])
    expect(unknown).toBe(mark)
    missing = mark
  })

  it.each(Object.keys(samples))('%s has a shape for every letter', async (script) => {
    const letters = [...new Set((samples[script] ?? '').replaceAll(/\s/g, ''))]
    const inks = await inksOf(letters)
    for (const [at, ink] of inks.entries()) {
      expect([letters[at], ink > 0]).toEqual([letters[at], true])
      expect([letters[at], ink === missing]).toEqual([letters[at], false])
    }
  })

  it('leaves out emoji, and keeps what stands around them and the signs that a font has', async () => {
    const scripts = await openScripts(await PDFDocument.create())
    const text = '🌸 Nến 👩🏽‍🍳 thơm ✨🇻🇳 1️⃣ ☎ ♥ ★'
    expect(scripts.wrap(text, 10, 500)).toEqual(['Nến thơm 1 ☎ ♥ ★'])
    expect(scripts.width('🌸 Nến', 10)).toBe(scripts.width('Nến', 10))
  })

  it.each(Object.keys(languages) as Language[])('our own words can be set in %s', async (language) => {
    const { pages } = await print([paperOrder(7)], { language })
    expect(pages[0]?.codes).toHaveLength(2)
  })

  it('breaks a line between ideographs and between words, and loses nothing', async () => {
    const scripts = await openScripts(await PDFDocument.create())
    const text = '東京都渋谷区神宮前一丁目 Nguyễn Văn Trường verylongwordwithoutanyspaceatall'
    const lines = scripts.wrap(text, 10, 60)
    for (const line of lines) expect(scripts.width(line, 10)).toBeLessThanOrEqual(60)
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(lines.some((line) => line.includes('Nguyễn'))).toBe(true)
  })
})

describe('the other papers', () => {
  it.each([
    {
      kind: 'pick_list',
      border: { x: 40, y: 79, width: 10, height: 3 },
      inside: { x: 42, y: 83, width: 6, height: 6 },
    },
    {
      kind: 'packing_list',
      border: { x: 40, y: 106, width: 8, height: 3 },
      inside: { x: 42, y: 109, width: 4, height: 4 },
    },
  ] as const)('have boxes on a $kind that can be ticked', async ({ kind, border, inside }) => {
    const { file } = await print([paperOrder(1)], { kind })
    expect(await inkOf(file, border)).toBeGreaterThan(50)
    expect(await inkOf(file, inside)).toBe(0)
  })

  it('name a long place on the pick list beside a long code', async () => {
    const order = paperOrder(1)
    const code = 'LANTERN-OF-PAPER-RED-LARGE-HOI-AN-2026-BOXED-A'
    const bin = 'Hall B, row A-12, shelf 3, box 4'
    const { file } = await print([order], { kind: 'pick_list', pieces: piecesOf(order, { code, bin }) })
    const { file: only } = await print([order], {
      kind: 'pick_list',
      pieces: piecesOf(order, { code: 'A', bin }),
    })
    // The code ends where the place begins.
    const right = { x: 370, y: 74, width: 190, height: 16 }
    expect(await inkOf(file, right)).toBe(await inkOf(only, right))
  })

  it('are one slip for each order, with its code to scan', async () => {
    const { pages } = await print([paperOrder(1), paperOrder(2)], { kind: 'slip' })
    expect(pages.map(({ codes }) => codes.map(({ text }) => text))).toEqual([['WEB-1'], ['WEB-2']])
    // Shipping has a line of its own, so that the figures add up.
    const shipping = 'Shipping, tax and discounts: 113.45 MYR'
    expect(pages[0]?.words).toContain(shipping)
    const where = { language: 'en', timezone: 'Asia/Kuala_Lumpur' } as const
    expect(orderSlipHtml(paperOrder(1), where, standardTemplate)).toContain(`<p>${shipping}</p>`)
  })

  it('go on with another sheet that says which paper it is of, and lose nothing', async () => {
    const [line] = paperOrder(1).lines
    if (!line) throw new Error('no line')
    const lines = Array.from({ length: 90 }, (_, position) => ({ ...line, position }))
    const said = `${'Please ring the bell twice. '.repeat(40)}The end.`
    const order = paperOrder(1, { lines, shortCode: '#1041', note: said, buyerMessage: said })
    for (const kind of ['slip', 'packing_list'] as const) {
      const { pages } = await print([order], { kind })
      expect(pages.length).toBeGreaterThan(1)
      for (const { words } of pages) expect(words).toContain('#1041')
      expect(pages.at(-1)?.words).toContain('The end.')
      const { file } = await print([order], { kind })
      const { height, width } = pages.at(-1) ?? { height: 0, width: 0 }
      expect(await inkOf(file, { x: 0, y: height - 14, width, height: 14 }, pages.length - 2)).toBe(0)
    }
  })

  it('are a packing list of each parcel, whoever divided the order', async () => {
    const [line] = paperOrder(1).lines
    if (!line) throw new Error('no line')
    const lines = [line, { ...line, position: 2, shopSku: '2', name: 'Candle', quantity: 3 }]
    const [first, second] = [[{ shopSku: '1', quantity: 2 }], [{ shopSku: '2', quantity: 3 }]]
    const packed = { provider: 'Ninja Van', channelStatus: 'packed', printedAt: null }
    const packages = [
      { ...packed, channelPackageId: 'a', trackingNumber: 'NV1', lines: first },
      { ...packed, channelPackageId: 'b', trackingNumber: 'NV2', lines: second },
    ]
    const orders = [
      paperOrder(1, { lines, parcels: 2 }),
      paperOrder(2, { lines, packages }),
      paperOrder(3, { lines, parcels: 2 }),
    ]
    const divided = new Map([
      [1, [first, second].map((lines, at) => ({ number: at + 1, lines }))],
      // The order has changed since.
      [3, [first, first].map((lines, at) => ({ number: at + 1, lines }))],
    ])
    const { pages } = await print(orders, { kind: 'packing_list', divided })
    const words = pages.map((page) => page.words).join(' ')
    const order = 'Parcel 1 of 2.*Paper lantern.*Parcel 2 of 2.*Candle'
    expect(words.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`WEB-1.*${order}.*WEB-2.*${order}.*WEB-3`))
    expect(words.match(/Parcel 1 of 2/g)).toHaveLength(2)
    expect(words).toContain('Ninja Van NV2')
  })

  it('are of the day on which the buyer ordered where the account is', async () => {
    const order = paperOrder(1, { placedAt: '2026-03-05T18:30:00+00:00' })
    const { pages } = await print([order], { kind: 'slip' })
    expect(pages[0]?.words).toContain('2026-03-06')
  })

  it('name orders on the pick list as people see them', async () => {
    const { pages } = await print([paperOrder(1, { shortCode: '#1041' })], { kind: 'pick_list' })
    expect(pages[0]?.words).toContain('#1041')
    expect(pages[0]?.words).not.toContain('WEB-1')
  })

  it('name the place of each thing, and the parts of a bundle', async () => {
    const order = paperOrder(1)
    const [line] = order.lines
    const wick = { perUnit: 3, quantity: 3 * (line?.quantity ?? 0), skuId: 7, code: 'WICK-1', name: 'Wick' }
    const pieces = piecesOf(order, { ...wick, bin: 'A-12' })
    const wordsOn = async (kind: PrintJob['kind']) => (await print([order], { kind, pieces })).pages[0]?.words
    expect(await wordsOn('pick_list')).toMatch(/Units: 6.*WICK-1 .*A-12/s)
    expect(await wordsOn('packing_list')).toMatch(/2 ×.*LAN-1.*6 × Wick \[WICK-1\]/s)
  })

  it('are a pick list of each thing once, and a packing list of each order', async () => {
    const orders = [paperOrder(1), paperOrder(2), paperOrder(3)]
    const { pages } = await print(orders, { kind: 'pick_list' })
    expect(pages.map(({ words }) => words)).toEqual([expect.stringMatching(/^(?!.*LAN-1.*LAN-1).*Units: 6/s)])
    expect((await print(orders, { kind: 'packing_list' })).pages).toHaveLength(1)
    const many = Array.from({ length: 60 }, (_, at) => paperOrder(at + 1))
    expect((await print(many, { kind: 'packing_list' })).pages.length).toBeGreaterThan(2)
  })
})
