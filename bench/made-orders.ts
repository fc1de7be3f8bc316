/**
 * Makes up the orders of a shop owner, the same every time: order number n is made from n alone, so that any part can be
 * made again without the rest.
 */
import { mergeLines, type ChannelOrder, type OrderLine, type PaymentMethod } from '../model/order.ts'
import type { Currency } from '../model/money.ts'
import type { OrderStatus } from '../model/order-status.ts'

export type MadeShop = {
  channelShopId: string
  name: string
  currency: Currency
  region: string
  weight: number
}

export const madeShops: MadeShop[] = [
  { channelShopId: '910001', name: 'Hana Living MY', currency: 'MYR', region: 'MY', weight: 0.35 },
  { channelShopId: '910002', name: 'Hana Living VN', currency: 'VND', region: 'VN', weight: 0.25 },
  { channelShopId: '910003', name: 'Hana Living SG', currency: 'SGD', region: 'SG', weight: 0.2 },
  { channelShopId: '910004', name: 'Hana Outlet MY', currency: 'MYR', region: 'MY', weight: 0.15 },
  { channelShopId: '910005', name: 'Hana Tools SG', currency: 'SGD', region: 'SG', weight: 0.05 },
]

/** Worth of one unit in the account's currency. */
export const madeRates = { VND: 0.000168, SGD: 3.28 } as const

export const skuCount = 3000
const monthsBack = 24
const dayMs = 86_400_000

type Random = {
  /** 0 to below 1. */
  next(): number
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

/** mulberry32, a public-domain generator by Tommy Ettinger. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    chance: (share) => next() < share,
  }
}

const split = (text: string) => text.split(' ')
const japaneseFamilies = split(
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水 山崎 森 池田 橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 近藤 青木 福田 三浦 西村 藤原',
)
const japaneseGiven = split(
  '陽菜 美咲 健太 翔太 さくら 直樹 由美子 大輔 結衣 拓也 恵子 真由美 蓮 樹 悠真 湊 葵 凛 紬 芽依 優子 智子 和也 雄一 隆 浩二 さやか あゆみ カレン リナ 健一 誠 亮 彩香 千尋 麻衣 香織 裕子 剛 修',
)
const vietnameseFamilies = split(
  'Nguyễn Nguyễn Nguyễn Trần Trần Lê Lê Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý',
)
const vietnameseMiddle = split('Thị Văn Minh Ngọc Thanh Hữu Đức Thùy Quốc Kim Bảo Xuân Hoài Diệu Gia Tuấn')
const vietnameseGiven = split(
  'Hương Lan Tuấn Dũng Phương Thảo Hạnh Khánh Quỳnh Trang Long Sơn Nhung Yến Đạt Ánh Thủy Hiếu Vy Nhi Hằng Mai Tâm Phúc Bình Thịnh Châu Loan Oanh Kiệt',
)
const malayGiven = split(
  'Aisyah Hakim Azlan Faiz Hajar Izzah Nadia Sofea Amirul Zulkifli Farhan Irfan Nazmi Rosli Balqis Zarina Haslinda Suraya Rohana Hafiz Syafiq Khairul Norliza Iman',
)
const malayFathers = split(
  'Abdullah Ismail Othman Hassan Razak Yusof Ibrahim Kamaruddin Mahmud Salleh Rahman Jamaluddin Idris Zainal Bakar Daud',
)
const chineseFamilies = split('陳 林 李 王 黃 張 吳 劉 蔡 楊 許 鄭 謝 洪 曾 邱')
const chineseGiven = split(
  '偉明 美玲 佳慧 志強 欣怡 家豪 淑芬 文傑 雅婷 俊宏 怡君 建國 麗華 子軒 詩涵 宇翔 思妤 冠宇',
)
const englishGiven = split(
  'Olivia Noah Emma Liam Charlotte James Amelia Henry Sophie Lucas Grace Daniel Chloe Ethan Ruby Oscar Alice Samuel Lucy Adam',
)
const englishFamilies = split(
  'Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker White Edwards Hughes Green Hall Lewis Harris Clarke Jackson Wood Turner',
)
const goods = split(
  'Cup Lantern Basket Towel Notebook Bottle Cushion Lamp Tray Apron Clock Candle Planter Kettle Bowl Blanket Mirror Shelf Hook Vase',
)
const looks = split(
  'Blue Oak Linen Matte Retro Mini Woven Glass Bamboo Striped Ivory Copper Classic Soft Folding',
)
const variants = split('S M L XL Red Navy Green White')
const streets = split('Merpati Kenanga Cempaka Melati Mawar Anggerik Raya Harmoni Sentosa Perdana')

const places: Record<string, [city: string, province: string][]> = {
  MY: [
    ['Petaling Jaya', 'Selangor'],
    ['Shah Alam', 'Selangor'],
    ['Kuala Lumpur', 'Kuala Lumpur'],
    ['Johor Bahru', 'Johor'],
    ['George Town', 'Pulau Pinang'],
    ['Ipoh', 'Perak'],
    ['Kuching', 'Sarawak'],
  ],
  VN: [
    ['Quận 1', 'TP. Hồ Chí Minh'],
    ['Quận Cầu Giấy', 'Hà Nội'],
    ['Quận Hải Châu', 'Đà Nẵng'],
    ['Thành phố Huế', 'Thừa Thiên Huế'],
    ['Thành phố Đà Lạt', 'Lâm Đồng'],
  ],
  SG: [
    ['Tampines', 'Singapore'],
    ['Bedok', 'Singapore'],
    ['Jurong East', 'Singapore'],
    ['Toa Payoh', 'Singapore'],
  ],
}
const phonePrefixes: Record<string, string> = { MY: '6012', VN: '8490', SG: '658' }

export type NameKind = 'japanese' | 'vietnamese' | 'malay' | 'chinese' | 'english'
export type MadeBuyer = {
  id: string
  kind: NameKind
  name: string
  phone: string
  city: string
  province: string
}

/** Buyer number n of a shop. */
export function makeBuyer(shop: MadeShop, number: number): MadeBuyer {
  const random = createRandom(Number(shop.channelShopId) * 7919 + number * 31 + 5)
  const draw = random.next() + (shop.region === 'VN' ? 0.25 : 0)
  const kind: NameKind =
    draw < 0.25
      ? 'japanese'
      : draw < 0.45
        ? 'malay'
        : draw < 0.65
          ? 'chinese'
          : draw < 0.8
            ? 'english'
            : 'vietnamese'
  const [city, province] = random.pick(places[shop.region] ?? [['Tampines', 'Singapore']])
  return {
    id: String(Number(shop.channelShopId) * 1_000_000 + number),
    kind,
    name: makeName(random, kind),
    phone: (phonePrefixes[shop.region] ?? '65') + String(random.below(10_000_000)).padStart(7, '0'),
    city,
    province,
  }
}

function makeName(random: Random, kind: NameKind): string {
  switch (kind) {
    case 'japanese':
      return `${random.pick(japaneseFamilies)} ${random.pick(japaneseGiven)}`
    case 'vietnamese':
      return `${random.pick(vietnameseFamilies)} ${random.pick(vietnameseMiddle)} ${random.pick(vietnameseGiven)}`
    case 'malay':
      return `${random.pick(malayGiven)} ${random.chance(0.5) ? 'bin' : 'binti'} ${random.pick(malayFathers)}`
    case 'chinese':
      return random.pick(chineseFamilies) + random.pick(chineseGiven)
    case 'english':
      return `${random.pick(englishGiven)} ${random.pick(englishFamilies)}`
  }
}

export type OrderSeries = { seed: number; count: number; until: Date }

export function shopOf(series: OrderSeries, index: number): number {
  let left = createRandom(series.seed * 977 + index * 2 + 1).next()
  return Math.max(
    0,
    madeShops.findIndex(({ weight }) => (left -= weight) < 0),
  )
}

/** Order number `index` of `series.count`; they are placed evenly over two years, the last ones today. */
export function makeOrder(series: OrderSeries, index: number): ChannelOrder {
  const shop = madeShops[shopOf(series, index)] as MadeShop
  const random = createRandom(series.seed * 104_729 + index * 17 + 3)
  const age = ((series.count - 1 - index + random.next()) / series.count) * monthsBack * 30.4 * dayMs
  // Channels tell whole seconds.
  const placedAt = new Date(Math.floor((series.until.getTime() - age) / 1000) * 1000)
  const status = statusAt(random, age / dayMs)
  const later = (days: number) =>
    new Date(Math.min(placedAt.getTime() + days * dayMs, series.until.getTime()))
  // A third as many buyers as orders, some of whom come often.
  const buyers = Math.max(20, Math.floor((series.count * shop.weight) / 2))
  const buyer = makeBuyer(shop, Math.floor(buyers * random.next() ** 1.5))
  const { lines, subTotal } = makeLines(random, shop)
  const isPaid = status !== 'unpaid' && !(status === 'canceled' && random.chance(0.4))
  const isSent = ['ready_to_ship', 'shipped', 'delivered', 'returned', 'failed'].includes(status)
  const isAsked = status === 'pending' && random.chance(0.03)
  const shippingFee = Math.round(subTotal * 0.04)
  const sellerDiscount = random.chance(0.2) ? Math.round(subTotal * 0.05) : 0
  const platformFee = Math.round(subTotal * 0.075)
  const method: PaymentMethod = random.chance(0.2)
    ? 'cod'
    : random.pick(['e_wallet', 'card', 'bank_transfer', 'marketplace_pay'] as const)
  const changedAt = later(statusDays[status] * (0.5 + random.next()))
  const hasLeft = isSent && status !== 'ready_to_ship'
  const tracking = `SPX${shop.region}${String(10_000_000_000 + index * 9_973 + series.seed * 7).padStart(11, '0')}`
  return {
    channelOrderId: `${orderDate(placedAt)}${(index * 7 + series.seed * 1_000_003).toString(36).toUpperCase().padStart(8, '0')}`,
    status,
    channelStatus: channelWords[status],
    currency: shop.currency,
    placedAt,
    changedAt,
    paidAt: isPaid ? later(random.next() * 0.05) : null,
    shipBy: isPaid ? new Date(placedAt.getTime() + 2 * dayMs) : null,
    completedAt: status === 'delivered' ? later(7) : null,
    ...(hasLeft && { shippedAt: new Date(Math.min(later(0.6).getTime(), changedAt.getTime())) }),
    ...(status === 'delivered' && { deliveredAt: changedAt }),
    cancelRequestedAt: isAsked ? later(0.1) : null,
    cancelDeadline: isAsked ? new Date(placedAt.getTime() + 2 * dayMs) : null,
    cancelReason:
      status === 'canceled' ? random.pick(['Changed my mind', 'Not paid in time', 'Wrong address']) : null,
    cancelInitiator: status === 'canceled' ? random.pick(['buyer', 'system', 'seller'] as const) : null,
    pickupFailed: false,
    paymentMethod: method,
    buyerMessage: random.chance(0.05) ? 'Please pack it well' : null,
    sellerNote: random.chance(0.02) ? 'Regular customer' : null,
    buyer: { channelBuyerId: buyer.id, name: `user_${buyer.id}` },
    address: {
      name: buyer.name,
      phone: buyer.phone,
      street: `${1 + random.below(200)}, Jalan ${random.pick(streets)} ${1 + random.below(20)}`,
      ward: null,
      district: null,
      province: buyer.province,
      city: buyer.city,
      postcode: String(10_000 + random.below(89_999)),
      country: shop.region,
      isMasked: false,
    },
    lines: mergeLines(lines),
    packages: isPaid
      ? [
          {
            channelPackageId: `OFG${index}${series.seed}`,
            provider: random.pick(['SPX Express', 'J&T Express', 'Ninja Van']),
            trackingNumber: isSent ? tracking : null,
            channelStatus: isSent ? 'LOGISTICS_PICKUP_DONE' : 'LOGISTICS_NOT_START',
          },
        ]
      : [],
    payment: {
      subTotal,
      sellerDiscount,
      platformDiscount: 0,
      coins: 0,
      shippingFee,
      tax: 0,
      platformFee,
      fees: [
        { code: 'commission', amount: Math.round(platformFee * 0.7) },
        { code: 'transaction', amount: platformFee - Math.round(platformFee * 0.7) },
      ],
      shippingCost: 0,
      refund: 0,
      settled: status === 'delivered' ? subTotal - sellerDiscount + shippingFee - platformFee : null,
    },
  }
}

/** 2.2 lines on average; a few goods sell most. */
function makeLines(random: Random, shop: MadeShop): { lines: OrderLine[]; subTotal: number } {
  const draw = random.next()
  const count = draw < 0.4 ? 1 : draw < 0.7 ? 2 : draw < 0.87 ? 3 : draw < 0.95 ? 4 : draw < 0.99 ? 6 : 9
  const unit = shop.currency === 'VND' ? 25_000 : 250
  const lines = Array.from({ length: count }, (): OrderLine => {
    const sku = Math.floor(skuCount * random.next() ** 2.5)
    const quantity = random.chance(0.8) ? 1 : 2 + random.below(4)
    const variant = sku % 3 === 0 ? (variants[sku % variants.length] ?? null) : null
    return {
      shopSku: `${4_000_000 + Number(shop.channelShopId.slice(-1)) * 10_000 + sku}_${variant ? 9_000_000 + sku : 0}`,
      sellerSku: sellerSku(sku),
      name: `${looks[sku % looks.length]} ${goods[(sku * 7) % goods.length]} ${1 + (sku % 12)}`,
      variantLabel: variant,
      imageUrl: `https://pictures.example/${sku}.jpg`,
      quantity,
      total: quantity * unit * (2 + (sku % 40)),
      isGift: false,
    }
  })
  return { lines, subTotal: lines.reduce((sum, { total }) => sum + total, 0) }
}

function sellerSku(sku: number): string {
  return `${(goods[(sku * 7) % goods.length] ?? 'X').slice(0, 3).toUpperCase()}-${String(10_000 + sku * 13)}`
}

/** Draws an order's status: old orders have ended, most orders of today wait for the seller. */
function statusAt(random: Random, days: number): OrderStatus {
  const draw = random.next()
  const mix = statusMixes.find(({ until }) => days < until) ?? statusMixes.at(-1)
  let left = draw
  for (const [status, share] of mix?.shares ?? []) if ((left -= share) < 0) return status
  return 'delivered'
}

const statusMixes: { until: number; shares: [OrderStatus, number][] }[] = [
  {
    until: 1,
    shares: [
      ['unpaid', 0.15],
      ['pending', 0.45],
      ['confirmed', 0.02],
      ['ready_to_ship', 0.23],
      ['shipped', 0.1],
      ['canceled', 0.05],
    ],
  },
  {
    until: 3,
    shares: [
      ['pending', 0.1],
      ['confirmed', 0.01],
      ['ready_to_ship', 0.24],
      ['shipped', 0.5],
      ['canceled', 0.06],
    ],
  },
  {
    until: 10,
    shares: [
      ['shipped', 0.3],
      ['canceled', 0.07],
      ['returned', 0.02],
      ['failed', 0.02],
    ],
  },
  {
    until: Infinity,
    shares: [
      ['shipped', 0.001],
      ['canceled', 0.08],
      ['returned', 0.025],
      ['failed', 0.015],
    ],
  },
]

const statusDays: Record<OrderStatus, number> = {
  unpaid: 0,
  pending: 0.1,
  confirmed: 0.3,
  ready_to_ship: 0.8,
  shipped: 1.5,
  delivered: 5,
  canceled: 1,
  returned: 12,
  failed: 8,
}

const channelWords: Record<OrderStatus, string> = {
  unpaid: 'UNPAID',
  pending: 'READY_TO_SHIP',
  confirmed: 'READY_TO_SHIP',
  ready_to_ship: 'PROCESSED',
  shipped: 'SHIPPED',
  delivered: 'COMPLETED',
  canceled: 'CANCELLED',
  returned: 'TO_RETURN',
  failed: 'SHIPPED',
}

function orderDate(at: Date): string {
  return at.toISOString().slice(2, 10).replaceAll('-', '')
}
