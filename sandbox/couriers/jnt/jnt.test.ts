/** Calls in J&T's own words, signed by the keys and vectors of its document, without the connector. */
import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askControl, startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
})
afterEach(() => sandbox.close())

const control = <T = unknown>(path: string, body?: object) => askControl<T>(sandbox.url, `jnt/${path}`, body)

const sign = (text: string) =>
  createHash('md5').update(`${text}emulator-private-key`, 'utf8').digest('base64')

type Reply = { code: string | number; msg: string; data: unknown; requestId: string }

async function sendText(path: string, text: string, headers: Record<string, string> = {}): Promise<Reply> {
  const reply = await fetch(`${sandbox.url}/jnt/webopenplatformapi/api/${path}`, {
    method: 'POST',
    headers: {
      apiAccount: '640826271705595946',
      digest: sign(text),
      timestamp: String(Date.now()),
      ...headers,
    },
    body: new URLSearchParams({ bizContent: text }),
  })
  // Refusals too.
  expect(reply.status).toBe(200)
  return (await reply.json()) as Reply
}

const account = { customerCode: 'TEST0001', password: 'PWD' }
const call = (path: string, content: object = {}) =>
  sendText(path, JSON.stringify({ ...account, ...content }))
const codeOf = async (answer: Promise<Reply>) => String((await answer).code)

const person = {
  name: 'Aina',
  phone: '60123456789',
  countryCode: 'MYS',
  prov: 'Selangor',
  city: 'Petaling Jaya',
  area: 'SS2',
  address: '1 Jalan 吉隆坡',
  postCode: '47300',
}
const order = (more: object = {}) => ({
  actionType: 'add',
  txlogisticId: randomUUID(),
  serviceType: '1',
  payType: 'PP_PM',
  expressType: 'EZ',
  sender: person,
  receiver: person,
  items: [{ itemName: 'Mug', number: '2', weight: '300', itemValue: '12.50', itemCurrency: 'MYR' }],
  packageInfo: {
    packageQuantity: '1',
    weight: '0.80',
    packageValue: '25.00',
    goodsType: 'ITN8',
    length: '20',
    width: '20',
    height: '10',
  },
  sendStartTime: '2026-12-01 09:00:00',
  sendEndTime: '2026-12-01 17:00:00',
  ...more,
})

type Booked = { txlogisticId: string; billCode: string; multipleVoteBillCodes: string[] }
async function book(more: object = {}): Promise<Booked> {
  const { code, data } = await call('order/addOrder', order(more))
  expect(String(code)).toBe('1')
  return data as Booked
}

describe('a call', () => {
  it('is signed over its text, as the published vectors are', async () => {
    const text = '{"customerCode":"TEST0001","password":"PWD","txlogisticId":"SO-1001"}'
    expect(sign(text)).toBe('+79uD50N0XOl5Q2m7PHU9g==')
    expect(await codeOf(sendText('order/getOrders', text))).toBe('999001030')
    const other = '{"sender":{"name":"Ngô Văn Á","address":"1 Jalan 吉隆坡"}}'
    expect(sign(other)).toBe('ASzCenH4MoPs2w5XXlvg0A==')
    expect(await codeOf(sendText('order/getOrders', other))).toBe('999001010')
  })

  it('is looked at by its headers, account, signature, JSON and account of the customer, in this order', async () => {
    const text = JSON.stringify({ ...account, txlogisticId: 'SO-1' })
    const hex = Buffer.from(sign(text), 'base64').toString('hex')
    const cases: [string, string, Record<string, string>][] = [
      ['145003052', text, { digest: '', apiAccount: '', timestamp: '' }],
      ['145003051', text, { apiAccount: '', timestamp: '' }],
      ['145003053', text, { timestamp: '', digest: 'wrong' }],
      ['145003050', text, { timestamp: '1764500000' }],
      ['145003010', text, { apiAccount: '1', digest: 'wrong' }],
      ['145003030', text, { digest: 'wrong' }],
      ['145003030', text, { digest: Buffer.from(hex).toString('base64') }],
      ['145003030', `${text} `, { digest: sign(text) }],
      ['145003050', 'no json', {}],
      ['999001010', JSON.stringify({ customerCode: 'TEST0001' }), {}],
      ['145003050', JSON.stringify({ ...account, customerCode: 'X' }), {}],
      ['145003050', JSON.stringify({ ...account, password: 'X' }), {}],
    ]
    for (const [code, sent, headers] of cases)
      expect([code, sent, await codeOf(sendText('order/getOrders', sent, headers))]).toEqual([
        code,
        sent,
        code,
      ])
  })

  it('is refused where nothing is served, whatever its method', async () => {
    expect(await codeOf(call('order/unknown'))).toBe('145003012')
    const reply = await fetch(`${sandbox.url}/jnt/webopenplatformapi/print?billCode=630000000001`)
    expect((await reply.json()) as Reply).toMatchObject({ data: null, msg: 'digest is empty' })
  })

  it('is answered by a code that is a number now and text then', async () => {
    const codes = await Promise.all(
      Array.from({ length: 4 }, async () => typeof (await call('order/unknown')).code),
    )
    expect(new Set(codes)).toEqual(new Set(['number', 'string']))
  })
})

describe('an order', () => {
  it('gets a number of twelve digits, once, and is found by its own', async () => {
    const mine = order()
    const { data } = await call('order/addOrder', mine)
    const { billCode, multipleVoteBillCodes } = data as Booked
    expect(billCode).toMatch(/^63\d{10}$/)
    expect(multipleVoteBillCodes).toEqual([])
    expect(await codeOf(call('order/addOrder', mine))).toBe('145003204')
    const { txlogisticId } = mine
    expect((await call('order/getOrders', { txlogisticId })).data).toEqual([
      { txlogisticId, billCode, orderStatus: 'ACTIVE' },
    ])
  })

  it('of several parcels gets a number for each', async () => {
    const { billCode, multipleVoteBillCodes } = await book({
      packageInfo: { ...order().packageInfo, packageQuantity: '3' },
    })
    expect(multipleVoteBillCodes).toEqual([`${billCode}-1`, `${billCode}-2`])
  })

  it.each([
    ['txlogisticId', { txlogisticId: 'x'.repeat(51) }],
    ['serviceType', { serviceType: '2' }],
    ['payType', { payType: 'CASH' }],
    ['expressType', { expressType: 'XX' }],
    ['receiver.countryCode', { receiver: { ...person, countryCode: 'MY' } }],
    ['receiver.postCode', { receiver: { ...person, postCode: '473' } }],
    ['receiver.phone', { receiver: { ...person, phone: '+60123456789' } }],
    ['items', { items: [] }],
    ['packageInfo.weight', { packageInfo: { ...order().packageInfo, weight: 0.8 } }],
    ['packageInfo.weight', { packageInfo: { ...order().packageInfo, weight: '1000' } }],
    ['packageInfo.packageQuantity', { packageInfo: { ...order().packageInfo, packageQuantity: '1000' } }],
    ['sendStartTime', { sendStartTime: '2026-12-01T09:00:00' }],
    ['codInfo.codValue', { codInfo: { codValue: 25 } }],
    ['remark', { remark: 'x'.repeat(201) }],
  ])('with a wrong %s is refused, and its number is free', async (field, more) => {
    const mine = order(more)
    expect(await call('order/addOrder', mine)).toMatchObject({ msg: `Illegal parameters: ${field}` })
    expect(await codeOf(call('order/addOrder', order({ txlogisticId: 'free' })))).toBe('1')
  })

  it('is cancelled with a reason until it is fetched; its number stays taken', async () => {
    const { txlogisticId, billCode } = await book()
    const cancel = (content: object) => codeOf(call('order/cancelOrder', { txlogisticId, ...content }))
    expect(await cancel({})).toBe('999001010')
    expect(await cancel({ reason: 'Out of stock', billCode: '630000000000' })).toBe('999002000')
    expect(await cancel({ reason: 'Out of stock', billCode })).toBe('1')
    expect(await cancel({ reason: 'Out of stock' })).toBe('999002010')
    expect((await call('order/getOrders', { txlogisticId })).data).toMatchObject([
      { orderStatus: 'CANCELLED' },
    ])
    expect(await codeOf(call('order/addOrder', order({ txlogisticId })))).toBe('145003204')
    const fetched = await book()
    await control(`parcels/${fetched.billCode}/advance`, { step: 'collect' })
    const late = { txlogisticId: fetched.txlogisticId, reason: 'Late' }
    expect(await codeOf(call('order/cancelOrder', late))).toBe('999002010')
  })

  it('that the driver has not found can still be cancelled', async () => {
    const { txlogisticId, billCode } = await book()
    await control(`parcels/${billCode}/advance`, { step: 'fail_pickup' })
    expect(await codeOf(call('order/cancelOrder', { txlogisticId, reason: 'Nobody came' }))).toBe('1')
  })

  it('has a label as long as it is not cancelled', async () => {
    const { txlogisticId, billCode } = await book()
    const { data } = await call('order/printOrder', { txlogisticId, billCode })
    const { base64EncodeContent, urlContent } = data as { base64EncodeContent: string; urlContent: null }
    expect(Buffer.from(base64EncodeContent, 'base64').toString('latin1')).toMatch(/^%PDF-/)
    expect(urlContent).toBeNull()
    expect(await codeOf(call('order/printOrder', { txlogisticId: 'another' }))).toBe('999002000')
    await call('order/cancelOrder', { txlogisticId, reason: 'Out of stock' })
    expect(await codeOf(call('order/printOrder', { txlogisticId }))).toBe('121003006')
  })
})

describe('the way of a parcel', () => {
  it('is told newest first, for up to thirty numbers, those that are known', async () => {
    const { billCode } = await book()
    for (const step of ['collect', 'depart', 'arrive', 'out', 'fail', 'deliver'])
      await control(`parcels/${billCode}/advance`, { step })
    const { data } = await call('logistics/trace', { billCode: `${billCode},630000000000` })
    const [way] = data as { billCode: string; details: { scanTypeCode: string; scanTime: string }[] }[]
    expect(data).toHaveLength(1)
    expect(way?.details.map(({ scanTypeCode }) => scanTypeCode)).toEqual([
      '100',
      '110',
      '94',
      '30',
      '20',
      '10',
    ])
    expect(way?.details[0]?.scanTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const many = Array.from({ length: 31 }, () => billCode).join(',')
    expect(await codeOf(call('logistics/trace', { billCode: many }))).toBe('145003050')
  })

  it('is pushed as a signed form, an object now and a list then', async () => {
    const receiver = await startReceiver()
    await control('webhooks', { url: receiver.url, headers: { 'x-path-key': 'one' } })
    const { billCode, txlogisticId } = await book()
    for (const step of ['collect', 'out', 'deliver']) await control(`parcels/${billCode}/advance`, { step })
    await control('pushes')
    const told = receiver.received.map(({ body, headers }) => {
      const text = new URLSearchParams(body).get('bizContent') ?? ''
      expect(headers).toMatchObject({
        digest: sign(text),
        apiaccount: '640826271705595946',
        timestamp: expect.stringMatching(/^\d{13}$/) as unknown,
        'content-type': 'application/x-www-form-urlencoded',
        'x-path-key': 'one',
      })
      return JSON.parse(text) as object | object[]
    })
    expect(new Set(told.map((one) => Array.isArray(one)))).toEqual(new Set([true, false]))
    const codes = told.flat() as {
      billCode: string
      txlogisticId: string
      details: { scanTypeCode: string }[]
    }[]
    expect(codes.map(({ details }) => details[0]?.scanTypeCode)).toEqual(['10', '94', '100'])
    expect(codes.every((one) => one.billCode === billCode && one.txlogisticId === txlogisticId)).toBe(true)
  })

  it('is pushed again half a minute after an answer that was none', async () => {
    const receiver = await startReceiver()
    receiver.answer.status = 500
    await control('webhooks', { url: receiver.url })
    const { billCode } = await book()
    await control(`parcels/${billCode}/advance`, { step: 'collect' })
    await control('pushes')
    expect(receiver.received).toHaveLength(1)
    receiver.answer.status = 200
    sandbox.clock.shift(31)
    await control('pushes')
    expect(receiver.received).toHaveLength(2)
    sandbox.clock.shift(600)
    await control('pushes')
    expect(receiver.received).toHaveLength(2)
  })
})
