/** One order of each marketplace, worked by hand: from the channel's own statement to what the order's page shows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettlementPage } from '../../connectors/settlements.ts'
import { playCase, readFixtures } from '../../connectors/recorded-cases.ts'
import type { RecordedReply } from '../../connectors/recorded-channel.ts'
import { connectors } from '../../connectors/registry.ts'
import type { OrderPayment } from '../../model/order.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop, noPayment, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { saveSettlements } from './settlement-store.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())

/** Returns the payment on the order's page, before the settlement and after it. */
async function settle(
  code: string,
  channelOrderId: string,
  payment: OrderPayment,
  replies: RecordedReply[],
): Promise<{ before: object; after: object; history: string[] }> {
  const { ownerId } = seller
  const shopId = await addShop(running, ownerId, `golden ${code}`)
  const order = orderOf({ channelOrderId, status: 'delivered', payment })
  const { created } = await putOrders(running, ownerId, shopId, [order])
  const payments = async () => (await seller.call(`GET /orders/${created[0]}`)).at<object>('data.payment')
  const before = await payments()
  const connector = connectors.find((one) => one.code === code)
  if (!connector) throw new Error(`there is no connector ${code}`)
  const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-09T00:00:00Z' }
  const { outcome } = await playCase(connector, readFixtures(code), {
    title: 'golden',
    call: 'settlements.list',
    input: { given: [period, null] },
    replies,
    expected: {},
  })
  const { items: settlements, failures } = outcome as SettlementPage
  expect(failures).toEqual([])
  await running.db.asOwner(ownerId, (tx) => saveSettlements(tx, { ownerId, shopId }, settlements))
  const history = await seller.call(`GET /orders/${created[0]}/history`)
  return {
    before,
    after: await payments(),
    history: history.at<{ event: string }[]>('data').map(({ event }) => event),
  }
}

const inOrder = (fees: { code: string }[]) => fees.toSorted((a, b) => (a.code < b.code ? -1 : 1))

describe('an order of Shopee', () => {
  /*
   * The buyer pays   100.00 goods - 5.00 shop voucher - 3.00 Shopee voucher - 2.00 coins + 4.00 shipping = 94.00
   * Expected         100.00 - 5.00 + 4.00 - (6.50 courier - 1.50 rebate) - 4.76 - 3.81 - 2.00 - 0.48 = 82.95
   * Then 20.00 goes back to the buyer, and the courier weighs anew: 0.50 more.
   * Received          95.00 goods less voucher
   *                 -  1.00 shipping (4.00 paid + 1.50 rebate - 6.50 courier)
   *                 -  4.76 commission - 3.81 service - 2.00 transaction - 0.48 withholding tax
   *                 - 20.00 refund
   *                 =  62.95 escrow, - 0.50 adjustment = 62.45 payout
   */
  it('brings what Shopee paid out, fee by fee', async () => {
    const payment: OrderPayment = {
      ...noPayment,
      subTotal: 10_000,
      sellerDiscount: 500,
      platformDiscount: 300,
      coins: 200,
      shippingFee: 400,
      platformFee: 1105,
      fees: [
        { code: 'commission', amount: 476 },
        { code: 'service', amount: 381 },
        { code: 'transaction', amount: 200 },
        { code: 'withholding_tax', amount: 48 },
      ],
      shippingCost: 500,
    }
    const envelope = { error: '', message: '', request_id: 'e3e3e7f3291217bb0b0d5a0cab2c9f1d' }
    const income = {
      escrow_amount: 62.95,
      escrow_amount_after_adjustment: 62.45,
      buyer_total_amount: 94,
      original_cost_of_goods_sold: 100,
      voucher_from_seller: 5,
      voucher_from_shopee: 3,
      coins: 2,
      buyer_paid_shipping_fee: 4,
      actual_shipping_fee: 6.5,
      shopee_shipping_rebate: 1.5,
      commission_fee: 4.76,
      service_fee: 3.81,
      seller_transaction_fee: 2,
      withholding_tax: 0.48,
      seller_return_refund: -20,
    }
    const paid = { order_sn: 'GOLDEN', payout_amount: 62.45, escrow_release_time: 1_767_900_000 }
    const detail = { order_sn: 'GOLDEN', return_order_sn_list: [], order_income: income }
    const { before, after, history } = await settle('shopee', 'GOLDEN', payment, [
      {
        on: 'GET /api/v2/payment/get_escrow_list',
        body: { ...envelope, response: { escrow_list: [paid], more: false } },
      },
      {
        on: 'POST /api/v2/payment/get_escrow_detail_batch',
        body: { ...envelope, response: [{ escrow_detail: detail }] },
      },
    ])
    expect(before).toMatchObject({
      order_value: 94,
      actual_receive_value: 82.95,
      is_settled: false,
      settled_at: null,
      settlement_difference: null,
    })
    expect(after).toMatchObject({
      sub_total: 100,
      seller_discount: 5,
      platform_discount: 3,
      shopee_coins: 2,
      shipping_fee: 4,
      order_value: 94,
      shipping_cost: 5,
      platform_fee: 11.55,
      fees: [
        { code: 'commission', amount: 4.76 },
        { code: 'service', amount: 3.81 },
        { code: 'transaction', amount: 2 },
        { code: 'withholding_tax', amount: 0.48 },
        { code: 'adjustment', amount: 0.5 },
      ],
      refund_value: 20,
      actual_receive_value: 62.45,
      is_settled: true,
      expected_receive_value: 82.95,
      settlement_difference: -20.5,
    })
    expect(history).toContain('settled')
  })
})

describe('an order of Lazada', () => {
  /*
   * The buyer pays   2 x 40.00 - 4.00 shop voucher - 6.00 Lazada voucher - 1.00 coins + 5.00 shipping = 74.00
   * Expected         80.00 - 4.00 = 76.00: Lazada tells no fees before the statement, and shipping passes through
   * Statement        80.00 - 4.00                                            = 76.00 revenue
   *                  + 5.00 paid by the customer - 5.60 paid by the seller   = -0.60 shipping
   *                  - 3.22 commission + 1.61 of it back                     = -1.61
   *                  - 1.64 payment fee - 0.80 service fee - 0.38 withholding tax
   *                  - 38.00 for the piece that came back (40.00 - 2.00 of the voucher)
   * Received         76.00 - 0.60 - 1.61 - 1.64 - 0.80 - 0.38 - 38.00 = 32.97
   */
  it('brings the sum of its statement, line by line', async () => {
    const payment: OrderPayment = {
      ...noPayment,
      subTotal: 8000,
      sellerDiscount: 400,
      platformDiscount: 600,
      coins: 100,
      shippingFee: 500,
      shippingCost: 500,
    }
    const line = (type: string, name: string, amount: string, piece = '1001') => ({
      order_no: '416557324702006',
      orderItem_no: piece,
      fee_type: type,
      fee_name: name,
      amount,
      transaction_date: '2026-01-05',
      VAT_in_amount: '0.00',
      WHT_amount: '0.00',
      paid_status: 'Yes',
    })
    const lines = [
      line('13', 'Item Price Credit', '40.00'),
      line('13', 'Item Price Credit', '40.00', '1002'),
      line('121', 'Seller Funded Voucher', '-2.00'),
      line('121', 'Seller Funded Voucher', '-2.00', '1002'),
      line('8', 'Shipping Fee (Paid By Customer)', '5.00'),
      line('7', 'Shipping Fee Paid by Seller', '-5.60'),
      line('16', 'Commission', '-3.22'),
      line('15', 'Reversal Commission', '1.61', '1002'),
      line('3', 'Payment Fee', '-1.64'),
      line('999', 'Service Fee', '-0.80'),
      line('998', 'Withholding Tax', '-0.38'),
      line('14', 'Reversal Item Price', '-38.00', '1002'),
    ]
    const on = 'GET /rest/finance/transaction/details/get'
    const statement = { code: '0', data: lines, request_id: '0ba2887315178178017221014' }
    const { before, after } = await settle('lazada', '416557324702006', payment, [
      { on, body: statement },
      { on, body: statement },
    ])
    // Its fees are told with the payout alone.
    expect(before).toMatchObject({ order_value: 74, actual_receive_value: 76, is_settled: false })
    expect(before).toMatchObject({ is_before_fees: true })
    expect(after).toMatchObject({ is_before_fees: false })
    expect(after).toMatchObject({
      order_value: 74,
      shipping_cost: 5.6,
      platform_fee: 4.43,
      refund_value: 38,
      actual_receive_value: 32.97,
      is_settled: true,
      expected_receive_value: 76,
      settlement_difference: -43.03,
    })
    expect(inOrder((after as { fees: { code: string }[] }).fees)).toEqual([
      { code: 'Service Fee', amount: 0.8 },
      { code: 'Withholding Tax', amount: 0.38 },
      { code: 'commission', amount: 1.61 },
      { code: 'payment', amount: 1.64 },
    ])
  })
})

describe('an order of TikTok Shop', () => {
  /*
   * The buyer pays   60.00 - 6.00 shop discount - 3.00 TikTok's discount + 4.50 shipping = 55.50; there are no coins
   * Expected         60.00 - 6.00 = 54.00: TikTok tells no fees before the statement, and shipping passes through
   * Settlement       60.00 - 6.00                                         = 54.00 revenue
   *                  - (30.00 - 3.00)                                     = 27.00 refund of one piece
   *                  - 1.10 shipping (4.50 paid by the buyer, 5.60 by the courier's scales)
   *                  - 2.16 commission + 1.08 of it back                  = -1.08
   *                  - 1.17 transaction - 0.54 service - 0.22 tax on services
   * Received         54.00 - 27.00 - 1.10 - 1.08 - 1.17 - 0.54 - 0.22 = 22.89
   */
  it('brings what its statements add up to', async () => {
    const payment: OrderPayment = {
      ...noPayment,
      subTotal: 6000,
      sellerDiscount: 600,
      platformDiscount: 300,
      shippingFee: 450,
      shippingCost: 450,
    }
    const id = '576684019603311365'
    const reply = (data: object) => ({ code: 0, message: 'Success', request_id: '20210616', data })
    const skus = [
      {
        sku_id: '1729382476852921560',
        statement_id: '7240000000000000001',
        quantity: 2,
        revenue_breakdown: { subtotal_before_discount_amount: '60.00', seller_discount_amount: '-6.00' },
        shipping_cost_breakdown: {
          actual_shipping_fee_amount: '-5.60',
          customer_paid_shipping_fee_amount: '4.50',
        },
        fee_tax_breakdown: {
          fee: {
            platform_commission_amount: '-2.16',
            transaction_fee_amount: '-1.17',
            sfp_service_fee_amount: '-0.54',
          },
          tax: { sst_amount: '-0.22' },
        },
      },
      {
        sku_id: '1729382476852921560',
        statement_id: '7240000000000000001',
        quantity: 1,
        revenue_breakdown: {
          refund_subtotal_before_discount_amount: '-30.00',
          seller_discount_refund_amount: '3.00',
        },
        fee_tax_breakdown: { fee: { platform_commission_amount: '1.08' }, tax: {} },
      },
    ]
    const whole = {
      order_id: id,
      order_create_time: 1_623_000_000,
      currency: 'MYR',
      revenue_amount: '27.00',
      shipping_cost_amount: '-1.10',
      fee_and_tax_amount: '-3.01',
      settlement_amount: '22.89',
      sku_transactions: skus,
    }
    const statement = '7240000000000000001'
    const { before, after } = await settle('tiktok', id, payment, [
      {
        on: 'GET /finance/202309/statements',
        body: reply({ statements: [{ id: statement, statement_time: 1_623_715_200 }], next_page_token: '' }),
      },
      {
        on: `GET /finance/202501/statements/${statement}/statement_transactions`,
        body: reply({ transactions: [{ id: '1', type: 'ORDER', order_id: id }], next_page_token: '' }),
      },
      { on: `GET /finance/202501/orders/${id}/statement_transactions`, body: reply(whole) },
    ])
    expect(before).toMatchObject({ order_value: 55.5, actual_receive_value: 54, is_settled: false })
    // Its fees are told with the payout alone, as Lazada's.
    expect(before).toMatchObject({ is_before_fees: true })
    expect(after).toMatchObject({ is_before_fees: false })
    expect(after).toMatchObject({
      order_value: 55.5,
      shipping_cost: 5.6,
      platform_fee: 3.01,
      refund_value: 27,
      actual_receive_value: 22.89,
      is_settled: true,
      settled_at: '2021-06-15T00:00:00+00:00',
      expected_receive_value: 54,
      settlement_difference: -31.11,
    })
    expect(inOrder((after as { fees: { code: string }[] }).fees)).toEqual([
      { code: 'platform_commission', amount: 1.08 },
      { code: 'sfp_service_fee', amount: 0.54 },
      { code: 'sst', amount: 0.22 },
      { code: 'transaction_fee', amount: 1.17 },
    ])
  })
})
