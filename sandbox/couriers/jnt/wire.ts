import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { jsonReply } from '../../kit/courier-simulation.ts'

/** Published, and good for nothing else. */
export const ACCOUNT = {
  apiAccount: '640826271705595946',
  privateKey: 'emulator-private-key',
  customerCode: 'TEST0001',
  password: 'PWD',
} as const

/** A call that J&T turns away, under HTTP 200 like everything else. */
export class Refusal extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const digestOf = (text: string): string =>
  createHash('md5')
    .update(text + ACCOUNT.privateKey, 'utf8')
    .digest('base64')

export function isDigestOf(text: string, given: string): boolean {
  const [a, b] = [Buffer.from(digestOf(text)), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The code comes as a number from some of their servers and as text from others. */
export const reply = (request: number, code: string, msg: string, data: unknown): CallReply =>
  jsonReply(
    200,
    { code: request % 2 === 0 ? code : Number(code), msg, data, requestId: `sandbox-${request}` },
    code === '1' ? '' : code,
  )

const amount = z.string().regex(/^\d+(\.\d+)?$/, 'numbers are sent as text')
const person = z.object({
  name: z.string().min(1),
  phone: z.string().regex(/^\d{8,13}$/),
  countryCode: z.literal('MYS'),
  prov: z.string().min(1),
  city: z.string().min(1),
  area: z.string(),
  address: z.string().min(1),
  postCode: z.string().regex(/^\d{5}$/),
})
const moment = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

export const orderSchema = z.object({
  actionType: z.literal('add'),
  txlogisticId: z.string().min(1).max(50),
  serviceType: z.enum(['1', '6']),
  payType: z.enum(['PP_PM', 'PP_CASH', 'CC_CASH']),
  expressType: z.enum(['EZ', 'EX', 'FD']),
  sender: person,
  receiver: person,
  items: z
    .array(
      z.object({
        itemName: z.string().min(1),
        number: amount,
        weight: amount,
        itemValue: amount,
        itemCurrency: z.literal('MYR'),
      }),
    )
    .min(1),
  packageInfo: z.object({
    packageQuantity: amount.refine((text) => Number(text) >= 1 && Number(text) <= 999),
    weight: amount.refine((text) => Number(text) >= 0.01 && Number(text) <= 999.99),
    packageValue: amount,
    goodsType: z.enum(['ITN2', 'ITN8']),
    length: amount,
    width: amount,
    height: amount,
  }),
  sendStartTime: moment.optional(),
  sendEndTime: moment.optional(),
  offerFeeInfo: z.object({ offerValue: amount }).optional(),
  codInfo: z.object({ codValue: amount }).optional(),
  remark: z.string().max(200).optional(),
})
