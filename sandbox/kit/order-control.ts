import { z } from 'zod'
import type { Catalog } from './catalog.ts'
import {
  asControlError,
  chooseShop,
  corruptRoutes,
  createSchema,
  liveRoutes,
  secondsSchema,
  sendLines,
} from './channel-control.ts'
import { ControlError, type ControlCall, type ControlRoute } from './control-call.ts'
import type { Corruption } from './corrupt.ts'
import type { Live } from './live-selling.ts'
import type { ControlPart } from './marketplace.ts'
import type { OrderIndex } from './order-index.ts'
import type { OrderRecord } from './order-record.ts'
import { productRoutes } from './product-control.ts'
import type { PushFaults, PushStats } from './push-delivery.ts'

type Routes = Record<string, ControlRoute>

/** Settings in seconds by the names that control calls give them. */
export type SettingNames<Settings> = Record<string, keyof Settings & string>

/** Sets those that the call gives, and returns all of them. */
export function setSettings<Settings extends object>(
  settings: Settings,
  names: SettingNames<Settings>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  for (const [name, setting] of Object.entries(names))
    if (input[name] !== undefined) Object.assign(settings, { [setting]: input[name] })
  return Object.fromEntries(Object.entries(names).map(([name, setting]) => [name, settings[setting]]))
}

const secondsOf = (names: object): Record<string, z.ZodOptional<typeof secondsSchema>> =>
  Object.fromEntries(Object.keys(names).map((name) => [name, secondsSchema.optional()]))

/** The lifetimes of tokens that all marketplaces have. */
export const LIFETIMES = { access_seconds: 'accessSeconds', refresh_seconds: 'refreshSeconds' } as const
export const lifetimeSchema = z.strictObject({
  access_seconds: secondsSchema.optional(),
  refresh_seconds: secondsSchema.optional(),
})

/** Sets how long things take. */
export const delayRoutes = <Settings extends object>(
  code: string,
  settings: Settings,
  names: SettingNames<Settings>,
): Routes => ({
  [`POST /_sandbox/${code}/delays`]: ({ read }) =>
    setSettings(settings, names, read(z.strictObject(secondsOf(names)))),
})

/** Sets the address and the faults of webhooks. */
export const pushRoutes = (
  code: string,
  settings: { pushUrl: string },
  pushes: { setFaults(faults: PushFaults): void; stats(): PushStats },
  faultSchema: z.ZodType<PushFaults>,
  shown: () => object = () => ({ url: settings.pushUrl }),
): Routes => ({
  [`POST /_sandbox/${code}/push`]: ({ read }) => {
    const { url, faults } = read(
      z.strictObject({ url: z.string().optional(), faults: faultSchema.optional() }),
    )
    settings.pushUrl = url ?? settings.pushUrl
    if (faults) pushes.setFaults(faults)
    return { ...shown(), ...pushes.stats() }
  },
})

interface ControlOrder {
  shop: { id: number | string }
  createTime: number
  updateTime: number
}

interface ControlChannel<
  Shop extends { id: number | string },
  Order extends ControlOrder,
  Id extends number | string,
  ProductId extends number | string,
> {
  settings: object
  shops: ReadonlyMap<unknown, Shop>
  book: OrderIndex<Order, Id>
  tokens: { isLinked(this: void, id: Shop['id']): boolean; reset(): void }
  catalog: Catalog<ProductId>
  factory: { reset(): void }
  corrupt: Map<Id, Corruption[]>
  pushes?: { reset(): void }
  returns?: { reset(): void }
  items?: Map<unknown, unknown>
}

interface ControlRules<Shop, Order, Id, Details, Bulk> {
  code: string
  /** The channel's word for an order's number, its form, and how it is read from a path. */
  idName: string
  orderId: z.ZodType<Id>
  readId(text: string): Id
  /** The channel's errors, whose messages a control call passes on. */
  error: abstract new (...given: never[]) => Error
  /** Gives the consent of a seller, and returns the address that they are sent back to. */
  authorize(read: ControlCall['read']): string
  shopId: z.ZodType<number | string>
  sell(shop: Shop, record: OrderRecord | undefined, isForced: boolean | undefined): Order
  generate: { schema: z.ZodType<Bulk>; records(shop: Shop, input: Bulk): Iterable<OrderRecord> }
  load(records: Iterable<[Shop, OrderRecord]>): Promise<number>
  loadSample(): Promise<number>
  advance: {
    schema: z.ZodType<Details & { action: string }>
    actions: readonly string[]
    move(order: Order, action: string, details: Details): boolean
    refusalOf(order: Order, action: string): string
  }
  brief: (order: Order) => object
  /** An order's true data, as calls return it when no fault corrupts it. */
  truthOf: (order: Order) => object
  shown?: (order: Order) => object
  /** Amounts that each settled order brought the seller. */
  settlementsOf?(shop: Shop): Iterable<object>
  /** The app's key, as the summary tells it. */
  app(): object
  shopRow(shop: Shop): object
  stats?(): object
  resetAnswer?(summary: object): object
}

/** The control interface of a marketplace. Each channel adds the routes that it alone has. */
export function createOrderControl<
  Shop extends { id: number | string },
  Order extends ControlOrder,
  Id extends number | string,
  ProductId extends number | string,
  Details,
  Bulk extends { shop_id: number | string },
>(
  channel: ControlChannel<Shop, Order, Id, ProductId>,
  live: Live,
  rules: ControlRules<Shop, Order, Id, Details, Bulk>,
  own: Routes,
): ControlPart {
  const { settings, shops, book, tokens, corrupt } = channel
  const { code, advance, brief, truthOf } = rules
  const initialSettings = { ...settings }

  const shopOf = (id: string | number | null): Shop => chooseShop(shops, id)
  const find = (id: Id): Order => {
    const order = book.find(id)
    if (!order) throw new ControlError(`there is no order ${id}`, 404)
    return order
  }
  const orderAt = ({ parts }: ControlCall): Order => find(rules.readId(parts[0] ?? ''))
  const summary = (): object => ({
    ...rules.app(),
    shops: [...shops.values()].map((shop) => ({
      shop_id: shop.id,
      ...rules.shopRow(shop),
      orders: book.count(shop.id),
      linked: tokens.isLinked(shop.id),
    })),
    ...('pushUrl' in settings && { push_url: settings.pushUrl }),
    live_per_minute: live.pace(),
  })

  const routes: Routes = {
    [`POST /_sandbox/${code}/authorize`]: ({ read }) =>
      asControlError([rules.error], () => ({ location: rules.authorize(read) })),
    [`POST /_sandbox/${code}/generate`]: ({ read }) =>
      asControlError([rules.error], async () => {
        const input = read(rules.generate.schema)
        const shop = shopOf(input.shop_id)
        const records = Iterator.from(rules.generate.records(shop, input))
        return { loaded: await rules.load(records.map((record) => [shop, record])) }
      }),
    [`POST /_sandbox/${code}/orders`]: ({ read }) =>
      asControlError([rules.error], () => {
        const { shop_id: id, order, force } = read(createSchema.extend({ shop_id: rules.shopId }))
        return brief(rules.sell(shopOf(id), order, force))
      }),
    [`GET /_sandbox/${code}/orders/:id`]: (call) => (rules.shown ?? truthOf)(orderAt(call)),
    [`POST /_sandbox/${code}/orders/:id/advance`]: (call) => {
      const order = orderAt(call)
      const input = call.read(advance.schema)
      const { action } = input
      if (!advance.actions.includes(action))
        throw new ControlError(`there is no action ${action}; there are ${advance.actions.join(', ')}`)
      if (!advance.move(order, action, input)) throw new ControlError(advance.refusalOf(order, action), 409)
      return brief(order)
    },
    [`GET /_sandbox/oracle/${code}/orders`]: ({ query, response }) =>
      sendLines(
        response,
        book
          .all(shopOf(query.get('shop_id')).id)
          .values()
          .map(truthOf),
      ),
    ...(rules.settlementsOf && {
      [`GET /_sandbox/oracle/${code}/settlements`]: ({ query, response }: ControlCall) =>
        sendLines(response, rules.settlementsOf?.(shopOf(query.get('shop_id'))) ?? []),
    }),
    ...liveRoutes(code, live),
    ...corruptRoutes({ code, idName: rules.idName, id: rules.orderId }, corrupt, find),
    ...productRoutes(code, channel.catalog, (id) => shopOf(id).id),
    ...own,
  }

  return {
    routes,
    summary,
    stats: () => rules.stats?.() ?? {},
    async reset(load) {
      live.setPace(0)
      Object.assign(settings, initialSettings)
      const { returns, pushes, catalog, factory } = channel
      for (const part of [book, returns, tokens, pushes, catalog, factory]) part?.reset()
      for (const map of [corrupt, channel.items]) map?.clear()
      if (load === 'retail') await rules.loadSample()
      return rules.resetAnswer?.(summary()) ?? { [code]: summary() }
    },
  }
}
