/** J&T Express Malaysia, Open Platform: a form with one signed field. */
import type {
  CourierCall,
  CourierSimulation,
  CourierParcel,
  CourierRules,
  Row,
} from '../../kit/courier-simulation.ts'
import { localTime, parseJson, textOf } from '../../kit/courier-simulation.ts'
import { isRecord } from '../../kit/http.ts'
import { createLabelPdf } from '../../kit/label-pdf.ts'
import type { CallReply } from '../../kit/serve-call.ts'
import { ACCOUNT, digestOf, isDigestOf, orderSchema, Refusal, reply } from './wire.ts'

const KUALA_LUMPUR = 8
const CANCELED = 'canceled'
const CREATED = 'created'

export const jnt: CourierRules = {
  code: 'jnt',
  prefixes: ['/jnt/webopenplatformapi'],
  steps: {
    collect: { code: '10', words: 'Picked Up' },
    depart: { code: '20', words: 'Departure' },
    arrive: { code: '30', words: 'Arrival' },
    out: { code: '94', words: 'Out For Delivery' },
    deliver: { code: '100', words: 'Delivery Signature' },
    // The courier finds nobody at the address, before and after it has collected the parcel.
    fail_pickup: { code: '110', words: 'Problem Parcel', state: CREATED },
    fail: { code: '110', words: 'Problem Parcel' },
    refuse: { code: '302', words: 'Rejected' },
    return: { code: '172', words: 'Return Scan' },
    returned: { code: '173', words: 'Return Signature' },
    lose: { code: '301', words: 'Lost' },
    damage: { code: '300', words: 'Damaged' },
  },
  retryAfter: [30, 300],
  answer,
  pushOf(parcel, scan) {
    const one = {
      billCode: parcel.number,
      txlogisticId: parcel.reference,
      details: [detailOf(scan)],
    }
    // An object from some of their servers, a list from others.
    const bizContent = JSON.stringify(scan.at % 2 === 0 ? one : [one])
    return {
      body: new URLSearchParams({ bizContent }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        apiAccount: ACCOUNT.apiAccount,
        digest: digestOf(bizContent),
        timestamp: String(scan.at * 1000),
      },
    }
  },
  summary: ({ world }) => ({ base: `${world.baseUrl()}/jnt/webopenplatformapi`, account: ACCOUNT }),
}

function answer(simulation: CourierSimulation, call: CourierCall): CallReply {
  const request = simulation.next()
  try {
    const content = checkCall(call)
    return reply(request, '1', 'success', dataOf(simulation, call.path, content))
  } catch (error) {
    if (error instanceof Refusal) return reply(request, error.code, error.message, null)
    throw error
  }
}

/** In the order in which J&T looks at a call: headers, account, signature, JSON, and only then what is asked for. */
function checkCall({ headers, body }: CourierCall): Row {
  const { apiaccount, digest, timestamp } = headers
  if (!digest) throw new Refusal('145003052', 'digest is empty')
  if (!apiaccount) throw new Refusal('145003051', 'apiAccount is empty')
  if (!timestamp) throw new Refusal('145003053', 'timestamp is empty')
  if (!/^\d{13}$/.test(String(timestamp))) throw new Refusal('145003050', 'timestamp: milliseconds')
  if (apiaccount !== ACCOUNT.apiAccount) throw new Refusal('145003010', 'API account does not exist')
  const text = new URLSearchParams(body).get('bizContent') ?? ''
  if (!isDigestOf(text, String(digest))) throw new Refusal('145003030', 'Headers signature failed')
  const content = parseJson(text)
  if (!isRecord(content)) throw new Refusal('145003050', 'Illegal parameters')
  for (const name of ['customerCode', 'password'])
    if (!content[name]) throw new Refusal('999001010', `${name} is required`)
  if (content['customerCode'] !== ACCOUNT.customerCode)
    throw new Refusal('145003050', 'customerCode is wrong')
  if (content['password'] !== ACCOUNT.password) throw new Refusal('145003050', 'password is wrong')
  return content
}

function dataOf(simulation: CourierSimulation, path: string, content: Row): unknown {
  switch (path) {
    case '/api/order/addOrder':
      return addOrder(simulation, content)
    case '/api/order/getOrders': {
      const parcel = simulation.byReference(ACCOUNT.customerCode, textOf(content['txlogisticId']))
      if (!parcel) throw new Refusal('999001030', 'Data not found')
      return [{ ...summaryOf(parcel), orderStatus: parcel.state === CANCELED ? 'CANCELLED' : 'ACTIVE' }]
    }
    case '/api/order/cancelOrder':
      return cancelOrder(simulation, content)
    case '/api/order/printOrder':
      return printOrder(simulation, content)
    case '/api/logistics/trace':
      return trace(simulation, content)
    default:
      throw new Refusal('145003012', 'No permission for this interface')
  }
}

const summaryOf = ({ reference, number }: CourierParcel): Row => ({
  txlogisticId: reference,
  billCode: number,
})

function addOrder(simulation: CourierSimulation, content: Row): Row {
  const order = orderSchema.safeParse(content)
  if (!order.success) {
    const [issue] = order.error.issues
    throw new Refusal('145003050', `Illegal parameters: ${issue?.path.join('.')}`)
  }
  const { txlogisticId: reference, packageInfo } = order.data
  if (simulation.byReference(ACCOUNT.customerCode, reference))
    throw new Refusal('145003204', 'Duplicate order')
  const number = `63${String(simulation.next()).padStart(10, '0')}`
  const account = ACCOUNT.customerCode
  const { password: _secret, ...booking } = content
  const parcel = simulation.add({ number, reference, account, state: CREATED, booking })
  const pieces = Number(packageInfo.packageQuantity)
  return {
    ...summaryOf(parcel),
    sortingCode: '210-A01',
    thirdSortingCode: '',
    multipleVoteBillCodes: Array.from({ length: pieces - 1 }, (_, piece) => `${number}-${piece + 1}`),
    packageChargeWeight: packageInfo.weight,
  }
}

function findOrder(simulation: CourierSimulation, content: Row): CourierParcel {
  const parcel = simulation.byReference(ACCOUNT.customerCode, textOf(content['txlogisticId']))
  if (!parcel || (content['billCode'] && content['billCode'] !== parcel.number))
    throw new Refusal('999002000', 'Data not found')
  return parcel
}

function cancelOrder(simulation: CourierSimulation, content: Row): Row {
  const parcel = findOrder(simulation, content)
  if (!content['reason']) throw new Refusal('999001010', 'reason is required')
  if (parcel.state !== CREATED) throw new Refusal('999002010', 'The order can not be cancelled')
  parcel.state = CANCELED
  simulation.changed()
  return summaryOf(parcel)
}

function printOrder(simulation: CourierSimulation, content: Row): Row {
  const parcel = findOrder(simulation, content)
  if (parcel.state === CANCELED) throw new Refusal('121003006', 'The order can not be printed')
  const receiver = parcel.booking['receiver'] as Row
  const lines = ['J&T Express', parcel.number, textOf(receiver['name']), textOf(receiver['address'])]
  const base64EncodeContent = createLabelPdf([lines]).toString('base64')
  return { ...summaryOf(parcel), base64EncodeContent, urlContent: null }
}

function trace(simulation: CourierSimulation, content: Row): Row[] {
  const numbers = textOf(content['billCode']).split(',').filter(Boolean)
  if (numbers.length > 30) throw new Refusal('145003050', 'at most 30 numbers')
  return numbers.flatMap((number) => {
    const parcel = simulation.parcels.get(number)
    return parcel ? [{ billCode: number, details: parcel.scans.map(detailOf).toReversed() }] : []
  })
}

const detailOf = ({ at, code, words }: { at: number; code: string; words: string }): Row => ({
  scanTime: localTime(at, KUALA_LUMPUR),
  desc: `${words} at Petaling Jaya`,
  scanTypeCode: code,
  scanTypeName: words,
  scanType: words,
  scanNetworkName: 'Petaling Jaya',
})
