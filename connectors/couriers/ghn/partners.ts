/** Stores, and becoming staff of them by a code that GHN sends to their owner. Source: shop/affiliateOTP and its neighbours. */
import { z } from 'zod'
import { localPhone } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import type { CourierPlace, CourierSession, Partners } from '../../courier.ts'
import { hasCode, post } from './wire.ts'

const shopSchema = z.object({
  _id: z.number(),
  name: z.string().nullish(),
  phone: z.string().nullish(),
  address: z.string().nullish(),
})
const shopsSchema = z.object({ last_offset: z.number().nullish(), shops: z.array(shopSchema).nullish() })
// Their documentation spells it TLL, clients of theirs read TTL.
const lifeSchema = z.object({ TLL: z.number().nullish(), TTL: z.number().nullish() }).nullish()
const joinedSchema = z.object({ client_id: z.number().nullish(), shop_id: z.number() })

const pageSize = 200
const standardLife = 600

export async function listShops(session: CourierSession, phone = ''): Promise<CourierPlace[]> {
  const found: CourierPlace[] = []
  for (let offset = 0; ;) {
    const body = { offset, limit: pageSize, client_phone: phone }
    const { shops, last_offset: last } = await post(session, { path: '/v2/shop/all', body }, shopsSchema)
    found.push(...(shops ?? []).map(placeOf))
    if ((shops ?? []).length < pageSize || !last || last === offset) return found
    offset = last
  }
}

const placeOf = ({ _id, name, phone, address }: z.infer<typeof shopSchema>): CourierPlace => ({
  id: String(_id),
  name: name ?? '',
  phone: phone ?? '',
  address: address ?? '',
})

/** We are staff there already: what was asked for is so. */
const already = 'CLIENT_HAVE_EXISTED'

export const partners: Partners = {
  async sendCode(session, phone) {
    const body = { phone: localPhone(phone, 'VN') }
    const life = await post(session, { path: '/v2/shop/affiliateOTP', body }, lifeSchema)
    return life?.TLL ?? life?.TTL ?? standardLife
  },

  async join(session, request) {
    const phone = localPhone(request.phone, 'VN')
    if ('storeId' in request) {
      const body = { phone, otp: request.code, shop_id: Number(request.storeId) }
      await unlessAlready(post(session, { path: '/v2/shop/affiliateCreateWithShop', body }, z.unknown()))
      return { storeId: request.storeId, clientId: null }
    }
    const { address, districtId: district_id, wardCode: ward_code } = request.newStore
    const body = { phone, otp: request.code, address, district_id, ward_code }
    const made = await unlessAlready(post(session, { path: '/v2/shop/affiliateCreate', body }, joinedSchema))
    if (made)
      return { storeId: String(made.shop_id), clientId: made.client_id ? String(made.client_id) : null }
    const known = (await listShops(session, phone)).at(-1)
    if (!known)
      throw new ChannelError('refused', 'refusal.ghn_shows_none', {
        channelCode: already,
      })
    return { storeId: known.id, clientId: null }
  },

  async addStaff(session, shopId, phone) {
    const body = { username: localPhone(phone, 'VN') }
    await unlessAlready(post(session, { path: '/v2/shop/add-client', body, shopId }, z.unknown()))
  },
}

async function unlessAlready<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, already)) return null
    throw error
  }
}
