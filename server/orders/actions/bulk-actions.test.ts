/** Many orders confirmed or canceled at once: each with a result of its own. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Permission } from '../../../model/permissions.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { shipOrder, actionSteps } from '../../../test/steps/action-steps.ts'

let running: TestConsole
let seller: Account

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

const { sell, arrive, untilStatus, faults, callsOf } = actionSteps(() => ({ running, seller }))

describe('many at once', () => {
  it('are confirmed with a result for each, and what failed is tried again', async () => {
    const sns = await sell('shopee', 4)
    const ids = await arrive('shopee', sns)
    const [own = ''] = sns
    const { parcel } = running.sandbox.shopee.book.find(own) ?? {}
    if (!parcel) throw new Error('the order is not there')
    const { carrier } = parcel
    // Its number is for a person to say.
    parcel.carrier = { ...carrier, modes: ['non_integrated'] }
    const asked = await seller.call('POST /orders/bulk-confirm', { ids: [...ids, 999_999] })
    expect(asked.status).toBe(202)
    expect(asked.at('data')).toMatchObject({ kind: 'confirm', total: 4, open: 4 })
    const read = () => seller.call(`GET /orders/action-batches/${asked.at<number>('data.id')}`)
    await until('the batch to end', async () => (await read()).at('data.open') === 0)
    const ended = await read()
    expect(ended.at('data')).toMatchObject({ done: 3, failed: 1 })
    const failed = ended
      .at<{ code: string; action: { state: string; error: { code: string } } }[]>('data.results')
      .filter(({ action }) => action.state === 'failed')
    expect(failed.map(({ code, action }) => [code, action.error.code])).toEqual([[own, 'needs_choice']])
    parcel.carrier = carrier
    const again = await seller.call(`POST /orders/action-batches/${asked.at<number>('data.id')}/retry`)
    expect([again.status, again.at('data')]).toMatchObject([202, { total: 1, open: 1 }])
    for (const id of ids) await untilStatus(id, 'ready_to_ship')
  })

  it('are handed over as is chosen for some of a shop, and the others as is recommended', async () => {
    const ids = await arrive('shopee', await sell('shopee', 2))
    const shopId = (await seller.call('GET /shops')).at<number>('data.0.id')
    const choice = { mode: 'pickup', address_id: '1', slot_id: 'yesterday' }
    const choices = [{ shop_id: shopId, order_ids: ids.slice(0, 1), choice }]
    const asked = await seller.call('POST /orders/bulk-confirm', { ids, choices })
    const ended = await until('the batch to end', async () => {
      const batch = await seller.call(`GET /orders/action-batches/${asked.at<number>('data.id')}`)
      return batch.at('data.open') === 0 && batch
    })
    const results = ended.at<{ order_id: number; action: { state: string } }[]>('data.results')
    expect(new Map(results.map((one) => [one.order_id, one.action.state]))).toEqual(
      new Map([
        [ids[0], 'failed'],
        [ids[1], 'done'],
      ]),
    )
  })

  it('end one by one where each has a call of its own', async () => {
    const ids = await arrive('shopee', await sell('shopee', 8))
    // At most four calls per shop run at once: half of these eight end before the others are sent.
    await faults({ path: shipOrder, slow_ms: 500 })
    const asked = await seller.call('POST /orders/bulk-confirm', { ids })
    const seen = new Set<number>()
    await until('the batch to end', async () => {
      const batch = await seller.call(`GET /orders/action-batches/${asked.at<number>('data.id')}`)
      seen.add(batch.at<number>('data.done'))
      return batch.at('data.open') === 0
    })
    expect([...seen].filter((done) => done > 0 && done < 8)).not.toEqual([])
    for (const id of ids) await untilStatus(id, 'ready_to_ship')
    expect(await callsOf(shipOrder)).toBe(8)
  })

  it('are canceled, those that cannot be with the reason why', async () => {
    const sns = await sell('shopee', 3)
    const ids = await arrive('shopee', sns)
    await seller.call(`POST /orders/${ids[0]}/cancel`, { reason_code: 'out_of_stock' })
    await untilStatus(ids[0] ?? 0, 'canceled')
    const asked = await seller.call('POST /orders/bulk-cancel', { ids, reason_code: 'out_of_stock' })
    expect(asked.at('data')).toMatchObject({ total: 3, open: 2, failed: 1 })
    const results = asked.at<{ order_id: number; action: { error: object | null } }[]>('data.results')
    expect(results.find(({ order_id: id }) => id === ids[0])?.action.error).toMatchObject({ code: 'status' })
    for (const id of ids) await untilStatus(id, 'canceled')

    const retry = `POST /orders/action-batches/${asked.at<number>('data.id')}/retry`
    const staff = (email: string, permissions: Permission[]) =>
      running.addStaff(seller.ownerId, { email, role: null, groupPermissions: ['orders'], permissions })
    const canceler = await staff('canceler@example.test', ['orders.cancel'])
    const confirmer = await staff('confirmer@example.test', ['orders.confirm'])
    expect((await canceler.call(retry)).status).toBe(202)
    expect((await confirmer.call(retry)).at('code')).toBe('forbidden')
  })

  it('are answered whose buyers ask to cancel, those that nobody asked about with the reason why', async () => {
    const sns = await sell('shopee', 4)
    const ids = await arrive('shopee', sns)
    const asked = sns.slice(0, 3)
    for (const sn of asked)
      await running.control(`orders/${sn}/advance`, { action: 'request_cancel' }, 'shopee')
    type Row = { id: number; cancel_requested_at: string | null; cancel_reason: string | null }
    const requests = await until('the requests', async () => {
      const rows = (await seller.call('GET /orders/filter?has_cancel_request=1')).at<Row[]>('data')
      const found = rows.filter((row) => ids.includes(row.id))
      return found.length === asked.length && found
    })
    expect(requests.map((row) => row.cancel_reason)).not.toContain(null)
    const [first = 0, second = 0, third = 0, other = 0] = ids
    const accepted = await seller.call('POST /orders/bulk-accept-cancel', { ids: [first, second, other] })
    expect([accepted.status, accepted.at('data')]).toMatchObject([
      202,
      { kind: 'accept_cancel', total: 3, open: 2, failed: 1 },
    ])
    const kept = await seller.call('POST /orders/bulk-reject-cancel', { ids: [third] })
    expect(kept.at('data')).toMatchObject({ kind: 'reject_cancel', total: 1 })
    for (const id of [first, second]) await untilStatus(id, 'canceled')
    await until('the third to be kept', async () => {
      const order = await seller.call(`GET /orders/${third}`)
      return order.at('data.cancel_requested_at') === null
    })
    await untilStatus(third, 'pending')
    await untilStatus(other, 'pending')
    // A buyer whose request was answered has not withdrawn it.
    const events = async (id: number) =>
      (await seller.call(`GET /orders/${id}/history`))
        .at<{ event: string }[]>('data')
        .map(({ event }) => event)
    for (const id of [first, second, third]) {
      expect(await events(id)).toContain('cancel_requested')
      expect(await events(id)).not.toContain('cancel_request_withdrawn')
    }
  })
})
