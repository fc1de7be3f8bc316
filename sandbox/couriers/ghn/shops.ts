import { z } from 'zod'
import type { CourierSimulation, Row } from '../../kit/courier-simulation.ts'
import { textOf } from '../../kit/courier-simulation.ts'
import { CLIENTS, findWard, Refusal, type Client } from './wire.ts'

const shopSchema = z.object({
  _id: z.number(),
  name: z.string(),
  phone: z.string(),
  address: z.string(),
  ward_code: z.string(),
  district_id: z.number(),
  client_id: z.number(),
  staff: z.array(z.number()),
})
export type Shop = z.infer<typeof shopSchema>

const otpSchema = z.object({ code: z.string(), expires: z.number(), tries: z.number() })

const LIFE = 600
const MOST_TRIES = 5

export const firstShops = (): Shop[] => [
  shop(885, 'Aoi Sài Gòn', 2_500_001, '12 Lê Lợi', '20101', 1442),
  shop(886, 'Aoi Hà Nội', 2_500_001, '3 Xuân Thủy', '1A0601', 1485),
  shop(990, 'Bảo Store', 2_500_002, '7 Võ Văn Tần', '20308', 1444),
]

const shop = (
  _id: number,
  name: string,
  client_id: number,
  address: string,
  ward_code: string,
  district_id: number,
): Shop => {
  const phone = CLIENTS.find(({ id }) => id === client_id)?.phone ?? ''
  return { _id, name, phone, address, ward_code, district_id, client_id, staff: [] }
}

export const shopsOf = (simulation: CourierSimulation): Shop[] => simulation.extra['shops'] as Shop[]
export const codesOf = (simulation: CourierSimulation): Record<string, z.infer<typeof otpSchema>> =>
  simulation.extra['codes'] as Record<string, z.infer<typeof otpSchema>>

export const mayUse = ({ client_id, staff }: Shop, { id }: Client): boolean =>
  client_id === id || staff.includes(id)

/** Answers undefined for a path that is none of its own. */
export function answerShops(
  simulation: CourierSimulation,
  client: Client,
  path: string,
  body: Row,
  shopId: string,
): unknown {
  switch (path) {
    case '/v2/shop/all':
      return list(simulation, client, body)
    case '/v2/shop/register':
      return { shop_id: register(simulation, client.id, body)._id }
    case '/v2/shop/affiliateOTP':
      return sendCode(simulation, ownerOf(body['phone']))
    case '/v2/shop/affiliateCreate': {
      const owner = ownerOf(body['phone'])
      checkCode(simulation, owner, textOf(body['otp']))
      if (shopsOf(simulation).some((one) => one.client_id === owner.id && one.staff.includes(client.id)))
        throw new Refusal('CLIENT_HAVE_EXISTED', 'Client have existed')
      const created = register(simulation, owner.id, { ...body, name: `Shop ${owner.phone}` })
      created.staff.push(client.id)
      return { client_id: owner.id, shop_id: created._id }
    }
    case '/v2/shop/affiliateCreateWithShop': {
      const owner = ownerOf(body['phone'])
      checkCode(simulation, owner, textOf(body['otp']))
      const found = shopsOf(simulation).find(
        ({ _id, client_id }) => _id === body['shop_id'] && client_id === owner.id,
      )
      if (!found) throw new Refusal('SHOP_NOT_FOUND', 'Shop not found')
      join(simulation, found, client)
      return null
    }
    case '/v2/shop/add-client': {
      const found = shopsOf(simulation).find(({ _id }) => String(_id) === shopId)
      if (found?.client_id !== client.id)
        throw new Refusal('CLIENT_NOT_OWNER_OF_SHOP', 'Client is not owner of shop')
      join(simulation, found, ownerOf(body['username']))
      return { client_shop_id: 70_000 + found.staff.length }
    }
    default:
      return undefined
  }
}

function list(simulation: CourierSimulation, client: Client, body: Row): Row {
  const offset = Number(body['offset'] ?? 0)
  const limit = Math.min(Number(body['limit'] ?? 50), 200)
  const phone = textOf(body['client_phone'])
  const mine = shopsOf(simulation)
    .filter((one) => mayUse(one, client) && one._id > offset && (phone === '' || one.phone === phone))
    .toSorted((a, b) => a._id - b._id)
    .slice(0, limit)
  const shops = mine.map(({ staff: _staff, ...one }) => ({ ...one, status: 1, version_no: '1' }))
  return { last_offset: mine.at(-1)?._id ?? 0, shops }
}

function register(simulation: CourierSimulation, clientId: number, body: Row): Shop {
  const district = Number(body['district_id'])
  const code = textOf(body['ward_code'])
  if (!findWard(district, code)) throw new Refusal('WARD_IS_INVALID', 'Ward is invalid')
  const created = shop(
    1000 + simulation.next(),
    textOf(body['name']),
    clientId,
    textOf(body['address']),
    code,
    district,
  )
  shopsOf(simulation).push(created)
  simulation.changed()
  return created
}

function ownerOf(phone: unknown): Client {
  const owner = CLIENTS.find((one) => one.phone === phone)
  if (!owner) throw new Refusal('PHONE_INVALID', 'Phone is invalid')
  return owner
}

/** Told under another name than the documentation's to some callers; here the name changes with each code. */
function sendCode(simulation: CourierSimulation, owner: Client): Row {
  const number = simulation.next()
  const code = String((number * 7919 + 104_729) % 1_000_000).padStart(6, '0')
  codesOf(simulation)[owner.phone] = { code, expires: simulation.world.clock.now() + LIFE, tries: 0 }
  simulation.changed()
  return number % 2 === 0 ? { TLL: LIFE } : { TTL: LIFE }
}

function checkCode(simulation: CourierSimulation, { phone }: Client, given: string): void {
  const sent = codesOf(simulation)[phone]
  const refusal = new Refusal('OTP_NOT_VALID', 'OTP is not valid')
  if (!sent || sent.expires <= simulation.world.clock.now() || sent.tries >= MOST_TRIES) throw refusal
  if (sent.code === given) return
  sent.tries++
  simulation.changed()
  throw refusal
}

function join(simulation: CourierSimulation, found: Shop, { id }: Client): void {
  if (found.staff.includes(id)) throw new Refusal('CLIENT_HAVE_EXISTED', 'Client have existed')
  found.staff.push(id)
  simulation.changed()
}
