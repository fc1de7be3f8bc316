/** A parcel that the seller brings himself: the code at the door, the money, the store. */
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../test/console.ts'
import { parcelSize, sellOnWebStore, untilStatus } from '../../test/own-couriers.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const say = (id: number, body: object, who = seller) =>
  who.call(`PUT /orders/${id}/status-self-delivery`, body)

async function send(): Promise<number> {
  const { id } = await sellOnWebStore(running, seller)
  const asked = await seller.call(`POST /orders/${id}/confirm`, { shipment_id: 0, ...parcelSize })
  expect(asked.status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  return id
}

it('is handed over for the code that the buyer tells', async () => {
  const id = await send()
  expect((await say(id, { status: 'delivered', otp: '000000' })).at('invalid_fields')).toHaveProperty(
    'status',
  )
  const code = (await say(id, { status: 'delivering' })).at<string>('data.code')
  expect(code).toMatch(/^\d{6}$/)
  await untilStatus(seller, id, 'shipped')
  const wrong = code === '123456' ? '654321' : '123456'
  const refused = await say(id, { status: 'delivered', otp: wrong })
  expect([refused.status, refused.at('invalid_fields')]).toEqual([422, { otp: 'Incorrect OTP' }])
  const early = await seller.call(`POST /orders/${id}/self-delivery-code`)
  expect(early.status).toBe(429)
  const noImage = await say(id, { status: 'delivered', otp: code, photo: 'R0lGODlh' })
  expect(noImage.at('invalid_fields')).toEqual({ photo: 'image-invalid-type' })
  // Begins like a picture, and is none.
  const broken = await say(id, {
    status: 'delivered',
    otp: code,
    photo: Buffer.from('ffd8ffe0', 'hex').toString('base64'),
  })
  expect(broken.at('invalid_fields')).toEqual({ photo: 'image-invalid-type' })
  const taken = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: 'teal' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'the owner of the telephone' } })
    .toBuffer()
  const script = Buffer.from('<script>alert(1)</script>')
  const photo = `data:image/jpeg;base64,${Buffer.concat([taken, script]).toString('base64')}`
  expect((await say(id, { status: 'delivered', otp: code, photo })).at('data.status')).toBe('delivered')
  await untilStatus(seller, id, 'delivered')
  const shipmentId = (await seller.call(`GET /orders/${id}/shipments`)).at<number>('data.0.id')
  const kept = await seller.call(`GET /shipments/${shipmentId}/photo`)
  expect(kept.at('data.type')).toBe('image/jpeg')
  const drawn = Buffer.from(kept.at<string>('data.content_base64'), 'base64')
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 800 })
  // Drawn anew: without what the telephone wrote into it, or somebody behind it.
  expect(drawn.toString('latin1')).not.toMatch(/owner of the telephone|script/)
}, 60_000)

it('may fail, set out again, and be handed over without a code by who may', async () => {
  const id = await send()
  await say(id, { status: 'delivering' })
  expect((await say(id, { status: 'failed' })).at('invalid_fields')).toHaveProperty('note')
  await say(id, { status: 'failed', note: 'Nobody at home' })
  await untilStatus(seller, id, 'failed')
  await say(id, { status: 'delivering' })
  await untilStatus(seller, id, 'shipped')
  const packer = await running.addStaff(seller.ownerId, { email: 'p@example.test', role: 'operator' })
  const handed = { status: 'delivered', without_code: 1, note: 'Given to the neighbour' }
  expect((await say(id, handed, packer)).status).toBe(403)
  expect((await say(id, handed)).status).toBe(200)
  await untilStatus(seller, id, 'delivered')
}, 60_000)

it('is no matter of orders that somebody else carries', async () => {
  const { id } = await sellOnWebStore(running, seller)
  const answer = await say(id, { status: 'delivering' })
  expect([answer.status, answer.at('code')]).toEqual([409, 'order_action_refused'])
}, 60_000)
