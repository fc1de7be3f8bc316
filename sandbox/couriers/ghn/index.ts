/** Giao Hàng Nhanh, public API: a token and a store in headers, and an envelope around everything. */
import { z } from 'zod'
import type {
  CourierCall,
  CourierSimulation,
  CourierParcel,
  CourierRules,
  Row,
  Scan,
} from '../../kit/courier-simulation.ts'
import { bytesReply, localDay, parseJson, textOf } from '../../kit/courier-simulation.ts'
import { escapeHtml, isRecord } from '../../kit/http.ts'
import type { CallReply } from '../../kit/serve-call.ts'
import { answerOrders, findShop, FIRST, labelCodes, labelToken } from './orders.ts'
import { answerShops, codesOf, firstShops, mayUse, shopsOf } from './shops.ts'
import { CLIENTS, districts, failure, PROVINCES, Refusal, success, type Client } from './wire.ts'

const API = '/ghn/shiip/public-api'
const VIETNAM = 7

export const ghn: CourierRules = {
  code: 'ghn',
  prefixes: [API, '/ghn/a5/public-api'],
  steps: {
    collect: { code: 'picked', words: 'Lấy hàng thành công' },
    // Back to the start; the reason says why.
    fail_pickup: { code: FIRST, words: 'Lấy hàng thất bại' },
    depart: { code: 'transporting', words: 'Đang luân chuyển' },
    arrive: { code: 'storing', words: 'Đã về kho' },
    out: { code: 'delivering', words: 'Đang giao hàng' },
    fail: { code: 'delivery_fail', words: 'Giao hàng thất bại' },
    deliver: { code: 'delivered', words: 'Giao hàng thành công' },
    refuse: { code: 'waiting_to_return', words: 'Chờ trả hàng' },
    return: { code: 'return', words: 'Trả hàng' },
    returned: { code: 'returned', words: 'Trả hàng thành công' },
    lose: { code: 'lost', words: 'Thất lạc' },
    damage: { code: 'damage', words: 'Hư hỏng' },
  },
  retryAfter: [30, 300, 3600],
  answer,
  pushOf: (parcel, scan) => ({
    body: JSON.stringify(messageOf(parcel, scan)),
    headers: { 'content-type': 'application/json' },
  }),
  summary: (simulation) => ({
    base: `${simulation.world.baseUrl()}${API}`,
    clients: CLIENTS,
    shops: shopsOf(simulation).map(({ _id, name, client_id, staff }) => ({ _id, name, client_id, staff })),
  }),
  extra: () => ({ shops: firstShops(), codes: {}, labels: {} }),
  routes: (simulation) => ({
    // The codes sent to that phone by SMS.
    'GET /_sandbox/ghn/otp/:phone': ({ parts }) => codesOf(simulation)[parts[0] ?? ''] ?? {},
  }),
}

/** Types are capitalised to some subscribers, as older documentation has it. */
function messageOf(parcel: CourierParcel, { at, code, words }: Scan): Row {
  const type = parcel.scans[0]?.at === at ? 'create' : 'switch_status'
  return {
    ShopID: Number(parcel.account),
    Time: new Date(at * 1000).toISOString(),
    OrderCode: parcel.number,
    ClientOrderCode: parcel.reference,
    Type: at % 2 === 0 ? type : type.replace(/^./, (letter) => letter.toUpperCase()),
    Description: words,
    Status: code,
    Reason: code === FIRST && type !== 'create' ? words : '',
    CODAmount: parcel.booking['cod_amount'] ?? 0,
    Warehouse: 'Bưu cục Quận 1',
    TotalFee: 0,
  }
}

function answer(simulation: CourierSimulation, call: CourierCall): CallReply {
  if (call.prefix !== API) return page(simulation, call)
  try {
    const token = textOf(call.headers['token'])
    if (token === '') throw new Refusal('TOKEN_IS_INVALID', 'Token is required!')
    const client = CLIENTS.find((one) => one.token === token)
    if (!client) {
      // Some routes say the same under code 400.
      const status = call.path.startsWith('/master-data/') ? 400 : 401
      throw new Refusal('TOKEN_IS_INVALID', 'Token is not valid!', status)
    }
    const sent = parseJson(call.body)
    const body = { ...Object.fromEntries(call.query), ...(isRecord(sent) ? sent : {}) }
    return answerCall(simulation, client, call, body)
  } catch (error) {
    if (error instanceof Refusal) return failure(error)
    throw error
  }
}

function answerCall(
  simulation: CourierSimulation,
  client: Client,
  { path, headers }: CourierCall,
  body: Row,
): CallReply {
  const shopId = textOf(headers['shopid'])
  const areas = answerAreas(path, body)
  if (areas) return success(areas)
  if (path === '/v2/shift/date') return success(shifts(simulation))
  if (path === '/v2/shipping-order/available-services') return services(simulation, client, body)
  const mine = shopsOf(simulation).filter((one) => mayUse(one, client))
  if (path === '/v2/a5/gen-token') return success(labelToken(simulation, mine, body))
  const shops = answerShops(simulation, client, path, body, shopId)
  if (shops !== undefined) return success(shops)
  const shop = findShop(simulation, shopId)
  if (!shop) throw new Refusal('SHOP_NOT_FOUND', 'Shop not found')
  if (!mayUse(shop, client)) throw new Refusal('CLIENT_NOT_OWNER_OF_SHOP', 'Client is not owner of shop')
  const orders = answerOrders(simulation, shop, path, body)
  if (orders === undefined) throw new Refusal('USER_ERR_COMMON', 'no such route', 404)
  return success(orders, path.endsWith('/create') ? 'Tạo đơn hàng thành công.' : '')
}

function answerAreas(path: string, body: Row): Row[] | undefined {
  const province = PROVINCES.find(({ id }) => id === Number(body['province_id']))
  switch (path) {
    case '/master-data/province':
      return PROVINCES.map(({ id, name }) => ({
        ProvinceID: id,
        ProvinceName: name,
        Status: 1,
        ...more(name),
      }))
    case '/master-data/district':
      return (province?.districts ?? []).map(({ id, name }) => ({
        DistrictID: id,
        ProvinceID: province?.id,
        DistrictName: name,
        SupportType: 3,
        ...more(name),
      }))
    case '/master-data/ward': {
      const district = districts.find(({ id }) => id === Number(body['district_id']))
      return (district?.wards ?? []).map(({ code, name, support, cod }) => ({
        ...more(name),
        WardCode: code,
        DistrictID: district?.id,
        WardName: name,
        SupportType: support,
        CanUpdateCOD: cod,
      }))
    }
    case '/v3/master-data/province/all':
      return PROVINCES.map(({ id, name }) => ({ _id: String(id), name, extension_names: [name], status: 1 }))
    case '/v3/master-data/ward/all-by-province-id': {
      const from = Number(body['offset'] ?? 0)
      const some = (province?.newWards ?? []).map((name, number) => ({
        _id: `${province?.id}-${number}`,
        name,
        extension_names: [name],
        parent_id: String(province?.id),
        status: 1,
      }))
      return some.slice(from, from + Math.min(Number(body['limit'] ?? 50), 200))
    }
    default:
      return undefined
  }
}

const more = (name: string): Row => ({ NameExtension: [name], IsEnable: 1, CanUpdateCOD: true })

/** Returns the remaining shifts of today and those of tomorrow, in seconds since midnight of today. */
function shifts({ world }: CourierSimulation): Row[] {
  const now = world.clock.now()
  const midnight = Date.parse(`${localDay(now, VIETNAM).date}T00:00:00+07:00`) / 1000
  const hours = [
    [7, 12],
    [12, 18],
    [31, 36],
    [36, 42],
  ] as const
  return hours
    .map(([from, to], index) => ({
      id: index + 2,
      title: `Ca lấy ${(from % 24) + 'h00'} - ${(to % 24) + 'h00'}`,
      from_time: from * 3600,
      to_time: to * 3600,
    }))
    .filter(({ to_time }) => midnight + to_time > now)
}

/** Returns the services of a store; an empty body for a store that the client may not use. */
function services(simulation: CourierSimulation, client: Client, body: Row): CallReply {
  const shop = findShop(simulation, textOf(body['shop_id']))
  if (!shop || !mayUse(shop, client)) return bytesReply('application/json', '')
  if (!districts.some(({ id }) => id === body['to_district']))
    throw new Refusal('ROUTE_NOT_FOUND_SERVICE', 'route not found service')
  return success([
    { service_id: 53_320, short_name: 'Hàng nhẹ', service_type_id: 2 },
    { service_id: 53_321, short_name: 'Hàng nặng', service_type_id: 5 },
    { service_id: 53_322, short_name: '', service_type_id: 0 },
  ])
}

function page(simulation: CourierSimulation, { path, query }: CourierCall): CallReply {
  const isLabel = z.enum(['/printA5', '/print80x80', '/print52x70']).safeParse(path).success
  const codes = isLabel ? labelCodes(simulation, query.get('token') ?? '') : []
  if (codes.length === 0)
    return { status: 404, type: 'text/html', body: '<h1>Liên kết đã hết hạn</h1>', error: 'expired' }
  const labels = codes.map((code) => {
    const { booking = {} } = simulation.parcels.get(code) ?? {}
    return `<section><h1>${code}</h1><p>${escapeHtml(textOf(booking['to_name']))}</p><p>${escapeHtml(textOf(booking['to_address']))}</p></section>`
  })
  return bytesReply('text/html; charset=utf-8', `<!DOCTYPE html><title>GHN</title>${labels.join('')}`)
}
