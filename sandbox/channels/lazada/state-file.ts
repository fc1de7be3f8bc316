import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { orderRecordSchema } from '../../order-record.ts'
import { chooseShop, loadSample } from './load.ts'
import type { Lazada, Order, Piece } from './types.ts'

const grants = z.array(z.tuple([z.string(), z.strictObject({ shopId: z.number(), expires: z.number() })]))

/** What of a piece changes in its life; the rest is made again from its order's record. */
const PIECE_FIELDS = [
  'status',
  'packageId',
  'tracking',
  'carrier',
  'initiator',
  'reason',
  'updateTime',
] as const satisfies (keyof Piece)[]

const stateSchema = z.strictObject({
  version: z.literal(1),
  anchor: z.number().describe('the moment at which the sample ends'),
  auth: z.strictObject({ access: grants, refresh: grants }),
  created: z.array(z.strictObject({ shop_id: z.number(), at: z.number(), record: orderRecordSchema })),
  changed: z.array(
    z.strictObject({
      id: z.number(),
      updateTime: z.number(),
      payTime: z.number(),
      isCancelAsked: z.boolean(),
      pieces: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
})

type State = z.infer<typeof stateSchema>

export interface StateFile {
  close(): void
}

// A sandbox that is killed forgets at most this long; tokens are written at once.
const DELAY_MS = 1_000

function readState(path: string): State | undefined {
  if (!existsSync(path)) return undefined
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(`${path} is no state of this sandbox; remove it to start anew`, { cause: error })
  }
}

const snapshot = (order: Order): State['changed'][number] => ({
  id: order.id,
  updateTime: order.updateTime,
  payTime: order.payTime,
  isCancelAsked: order.isCancelAsked,
  pieces: order.pieces.map((piece) => Object.fromEntries(PIECE_FIELDS.map((field) => [field, piece[field]]))),
})

/** Remembers over restarts who is linked, what was sold and what became of it. The clock's shift is the whole sandbox's. */
export async function openStateFile(lazada: Lazada, path: string): Promise<StateFile> {
  const { clock, book, auth, lifecycle, maker } = lazada
  const state = readState(path)
  const anchor = state?.anchor ?? clock.now()
  const created: State['created'] = state?.created ?? []
  const changed = new Set<Order>()
  let timer: NodeJS.Timeout | undefined

  await loadSample(lazada, anchor)
  for (const { shop_id: shopId, at, record } of created)
    book.add([maker.make(chooseShop(lazada, shopId), record, at)])
  for (const { id, updateTime, pieces, ...fields } of state?.changed ?? []) {
    const order = book.find(id)
    if (!order) continue
    book.change(order, updateTime, () => {
      Object.assign(order, fields)
      for (const [index, piece] of order.pieces.entries()) Object.assign(piece, pieces[index])
    })
    changed.add(order)
  }
  if (state) auth.restore(state.auth)

  const save = (): void => {
    clearTimeout(timer)
    timer = undefined
    const next: State = {
      version: 1,
      anchor,
      auth: auth.dump(),
      created,
      changed: [...changed].map(snapshot),
    }
    writeFileSync(`${path}.new`, JSON.stringify(next), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const saveSoon = (): void => {
    timer ??= setTimeout(save, DELAY_MS).unref()
  }
  book.onChange((order) => {
    changed.add(order)
    saveSoon()
  })
  lifecycle.onCreate((order, record) => {
    created.push({ shop_id: order.shop.id, at: order.createTime, record })
    saveSoon()
  })
  // A refresh token that a client has and the sandbox forgot would end the link: tokens are saved at once.
  auth.onChange(save)
  save()
  return { close: save }
}
