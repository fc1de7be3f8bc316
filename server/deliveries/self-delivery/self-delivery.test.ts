/** A parcel that the seller brings himself: the code at the door, the money, the store. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { parcelSize, sellOnWebStore, untilStatus } from '../../../test/steps/own-couriers.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const say = (id: number, body: object, who = seller, headers = {}) =>
  who.call(`PUT /orders/${id}/status-self-delivery`, body, headers)

async function send(): Promise<number> {
  const { id } = await sellOnWebStore(running, seller)
  const asked = await seller.call(`POST /orders/${id}/confirm`, { shipment_id: 0, ...parcelSize })
  expect(asked.status).toBe(202)
  await untilStatus(seller, id, 'ready_to_ship')
  return id
}

it('is confirmed by its mode as well, without a courier beside it', async () => {
  const { id } = await sellOnWebStore(running, seller)
  const confirm = (body: object) => seller.call(`POST /orders/${id}/confirm`, { mode: 'self', ...body })
  const both = await confirm({ shipment_id: 3 })
  expect([both.status, both.at('field_codes')]).toEqual([422, { shipment_id: 'self_or_courier' }])
  expect((await confirm(parcelSize)).status).toBe(202)
  const order = await untilStatus(seller, id, 'ready_to_ship')
  expect(order.at('data.shipment_provider.id')).toBe(0)
})

it('is handed over for the code that the buyer tells', async () => {
  const id = await send()
  expect((await say(id, { status: 'delivered', otp: '000000' })).at('invalid_fields')).toHaveProperty(
    'status',
  )
  const out = await say(id, { status: 'delivering' })
  const code = out.at<string>('data.code')
  expect(code).toMatch(/^\d{6}$/)
  // Without a mail server the owner reads what the buyer would get.
  expect(out.at('data.sent_by')).toBe('mail')
  const mailId = (await seller.call('GET /mails')).at<number>('data.0.id')
  expect((await seller.call(`GET /mails/${mailId}`)).at('data')).toMatchObject({
    kind: 'handover_code',
    text: expect.stringContaining(code) as string,
  })
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
})

it('may fail, set out again, and be handed over without a code by whoever brings it', async () => {
  const id = await send()
  await say(id, { status: 'delivering' })
  expect((await say(id, { status: 'failed' })).at('invalid_fields')).toHaveProperty('note')
  await say(id, { status: 'failed', note: 'Nobody at home' })
  await untilStatus(seller, id, 'failed')
  const again = await say(id, { status: 'delivering' })
  expect(again.at('data')).toMatchObject({ code: null, sent_by: 'earlier' })
  await untilStatus(seller, id, 'shipped')
  const packer = await running.addStaff(seller.ownerId, { email: 'p@example.test', role: 'operator' })
  const handed = { status: 'delivered', without_code: 1 }
  const refused = await say(id, handed, packer, { 'x-localization': 'vn' })
  expect(refused.at('invalid_fields')).toEqual({
    note: 'Hãy nhập cách giao hàng khi không có mã',
  })
  expect((await say(id, { ...handed, note: 'Given to the neighbour' }, packer)).status).toBe(200)
  await untilStatus(seller, id, 'delivered')
})

it('sends the code as a text message where the operator has a service for them', async () => {
  const messages: { id: string; to: string; text: string }[] = []
  let refusals = 1
  const service = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      reply.statusCode = refusals-- > 0 ? 503 : request.headers.authorization === 'Bearer hush' ? 204 : 401
      if (reply.statusCode === 204) messages.push(JSON.parse(body) as (typeof messages)[number])
      reply.end()
    })
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  try {
    await running.stop()
    const SMS_HOOK_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/sms`
    running = await startTestConsole({ environment: { SMS_HOOK_URL, SMS_HOOK_TOKEN: 'hush' } })
    seller = await running.signUp('seller')
    const id = await send()
    const out = await say(id, { status: 'delivering' })
    expect(out.at('data.sent_by')).toBe('sms')
    // The service was away at first; it is tried again.
    await until('the text message', () => Promise.resolve(messages.length > 0))
    const [message] = messages
    expect(message?.to).toMatch(/^\+60\d+$/)
    expect(message?.text).toContain(out.at<string>('data.code'))
    expect((await say(id, { status: 'delivered', otp: out.at('data.code') })).status).toBe(200)
  } finally {
    service.close()
  }
})

it('needs no code where the owner wants none', async () => {
  const id = await send()
  const setting = await seller.call('PUT /settings/delivery', { shipment_id: 0, needs_code: 0 })
  expect(setting.at('data.needs_code')).toBe(0)
  const out = await say(id, { status: 'delivering' })
  expect(out.at('data')).toMatchObject({ code: null, sent_by: null })
  const endless = await say(id, { status: 'delivered', cod_collected: 1e300 })
  expect([endless.status, endless.at('invalid_fields')]).toMatchObject([
    422,
    { cod_collected: expect.anything() },
  ])
  const paid = await say(id, { status: 'delivered', cod_collected: 1e-7 })
  expect(paid.at('data.status')).toBe('delivered')
  await untilStatus(seller, id, 'delivered')
})

it('is no matter of orders that somebody else carries', async () => {
  const { id } = await sellOnWebStore(running, seller)
  const answer = await say(id, { status: 'delivering' })
  expect([answer.status, answer.at('code')]).toEqual([409, 'order_action_refused'])
})
