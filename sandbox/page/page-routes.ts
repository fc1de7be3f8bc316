import { z } from 'zod'
import { callRoute, ControlError, type ControlRoute } from '../kit/control-call.ts'
import { STEPS as PARCEL_STEPS } from '../kit/courier-simulation.ts'
import { ReturnRefused } from '../kit/return-simulation.ts'
import { ANSWER_MODES, setAnswerMode } from './answer-modes.ts'
import { STEPS, type ChannelActions, type OrderRow, type Step } from './channel-actions.ts'
import { tryToSell } from './flash-sales.ts'
import { cancelStep, fittingOrder, pageState, perMinute, type PageParts } from './page-state.ts'

const channel = z.string()
const shop = z.string()

const schemas = {
  orders: z.strictObject({ channel, shop, count: z.literal([1, 20]).default(1) }),
  shop: z.strictObject({ channel, shop }),
  ask: z.strictObject({ channel, shop, step: z.enum(['cancel', 'return']) }),
  step: z.strictObject({ channel, order: z.string(), step: z.enum(STEPS) }),
  answers: z.strictObject({ code: z.string(), answers: z.enum(ANSWER_MODES) }),
  webhooks: z.strictObject({ channel, on: z.boolean() }),
  parcel: z.strictObject({ courier: z.string(), number: z.string(), step: z.enum(PARCEL_STEPS) }),
  live: z.strictObject({ per_minute: z.number().min(0).max(600) }),
  clock: z.strictObject({ seconds: z.literal([3_600, 86_400]) }),
}

/** Calls of the page, under /_sandbox/page. Each does one thing, logs it, and answers with the whole state. */
export function pageRoutes(
  parts: PageParts,
  startOver: () => Promise<unknown>,
): Record<string, ControlRoute> {
  const { log, clock, faults, marketplaces, flashSales, silenced } = parts
  const channelOf = (code: string): ChannelActions => {
    const found = parts.channels.find((one) => one.code === code)
    if (!found) throw new ControlError(`there is no channel ${code}`, 404)
    return found
  }
  const shopOf = (code: string, id: string) => {
    const found = channelOf(code)
    const row = found.shops().find((one) => one.id === id)
    if (!row) throw new ControlError(`there is no shop ${id}`, 404)
    return { channel: found, shop: row }
  }
  const nameOf = (code: string): string => parts.channels.find((one) => one.code === code)?.name ?? code

  const setPace = (pace: number): void => {
    for (const { code } of parts.channels) marketplaces.get(code)?.setPace(pace)
  }

  const take = (of: ChannelActions, order: OrderRow, shopName: string, step: Step): void => {
    try {
      of.take(order.id, step)
    } catch (error) {
      if (error instanceof ReturnRefused) throw new ControlError(error.message, 409)
      throw error
    }
    const { number, title } = order
    log.follow(log.add(step, { channel: of.code, shop: shopName, order: number, title }), of, order)
  }

  const actions: Record<string, (read: Parameters<ControlRoute>[0]['read']) => unknown> = {
    orders(read) {
      const { count, ...where } = read(schemas.orders)
      const { channel: of, shop: at } = shopOf(where.channel, where.shop)
      const entry = log.add(count === 1 ? 'placed' : 'placed_many', { channel: of.code, shop: at.name })
      for (let left = count; left > 0; left--) {
        const order = tryToSell(of, at.id)
        if (!order) {
          entry.detail = 'sold_out'
          break
        }
        if (count === 1) Object.assign(entry, { order: order.number, title: order.title })
        log.follow(entry, of, order)
      }
    },
    'flash-sale'(read) {
      const where = read(schemas.shop)
      const { channel: of, shop: at } = shopOf(where.channel, where.shop)
      if (flashSales.isRunning(of, at.id)) throw new ControlError('a flash sale is running in this shop', 409)
      flashSales.start(of, at.id, at.name)
    },
    ask(read) {
      const { step, ...where } = read(schemas.ask)
      const { channel: of, shop: at } = shopOf(where.channel, where.shop)
      const meant = step === 'cancel' ? cancelStep(of) : step
      const order = fittingOrder(of, at.id, meant)
      if (!order) throw new ControlError(`no order of ${at.name} can ${meant}`, 409)
      take(of, order, at.name, meant)
    },
    step(read) {
      const { step, ...where } = read(schemas.step)
      const of = channelOf(where.channel)
      const order = of.find(where.order)
      if (!order) throw new ControlError(`there is no order ${where.order}`, 404)
      take(of, order, shopOf(of.code, order.shopId).shop.name, step)
    },
    permission(read) {
      const where = read(schemas.shop)
      const { channel: of, shop: at } = shopOf(where.channel, where.shop)
      of.endPermission(at.id)
      log.add('permission', { channel: of.code, shop: at.name })
    },
    answers(read) {
      const { code, answers } = read(schemas.answers)
      const marketplace = marketplaces.get(code)
      if (!marketplace) throw new ControlError(`there is no channel or courier ${code}`, 404)
      setAnswerMode(faults, marketplace, answers)
      log.add('answers', { channel: code, detail: answers })
    },
    async webhooks(read) {
      const { on, ...where } = read(schemas.webhooks)
      const { code, hasWebhooks } = channelOf(where.channel)
      if (!hasWebhooks) throw new ControlError(`${nameOf(code)} has no webhooks`, 409)
      const body = { faults: { drop: on ? 0 : 1 } }
      await callRoute(marketplaces.get(code)?.routes ?? {}, `POST /_sandbox/${code}/push`, { body })
      if (on) silenced.delete(code)
      else silenced.add(code)
      log.add(on ? 'webhooks_on' : 'webhooks_off', { channel: code })
    },
    async parcel(read) {
      const { courier: code, number, step } = read(schemas.parcel)
      const routes = marketplaces.get(code)?.routes ?? {}
      await callRoute(routes, `POST /_sandbox/${code}/parcels/:number/advance`, {
        body: { step },
        parts: [number],
      })
      log.add(`parcel_${step}`, { channel: code, order: number })
    },
    live(read) {
      const { per_minute: pace } = read(schemas.live)
      setPace(pace)
      log.add('live', { detail: String(pace) })
    },
    clock(read) {
      const { seconds } = read(schemas.clock)
      clock.shift(seconds)
      log.add(seconds === 3_600 ? 'clock_hour' : 'clock_day')
    },
    async 'start-over'() {
      flashSales.stopAll()
      const pace = perMinute(parts)
      await startOver()
      setPace(pace)
      silenced.clear()
      log.clear()
      log.add('start_over')
    },
  }

  return {
    'GET /_sandbox/page': () => pageState(parts),
    ...Object.fromEntries(
      Object.entries(actions).map(([name, act]): [string, ControlRoute] => [
        `POST /_sandbox/page/${name}`,
        async ({ read }) => {
          await act(read)
          return pageState(parts)
        },
      ]),
    ),
  }
}
