import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { pickLines } from '../../../model/pick-lines.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import {
  addWave,
  findWave,
  listGone,
  listPieces,
  listWaveLines,
  listWaves,
  lockWave,
  removeWave,
  saveTicks,
  type PickWave,
  type WaveLine,
} from './pick-waves-store.ts'

export function pickWaveRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /pick-waves', ({ session }) =>
    db.read(session.ownerId, async (tx) => ({
      data: (await listWaves(tx, readerOf(session))).map(presentWave),
    })),
  )

  serve('POST /pick-waves', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      const reader = readerOf(session)
      const pieces = await listPieces(tx, reader, body.order_ids)
      const found = new Set(pieces.map(({ orderId }) => orderId))
      if (body.order_ids.some((id) => !found.has(id))) throw new AppError('not_found')
      const id = await addWave(tx, session.ownerId, {
        name: body.name,
        by: session.name,
        orderIds: [...found],
        lines: pickLines(pieces),
      })
      nameTarget(tx, id)
      return { data: presentWave(await getWave(tx, session, id)) }
    }),
  )

  serve('GET /pick-waves/{id}', ({ params, session }) =>
    db.read(session.ownerId, async (tx) => {
      const wave = await getWave(tx, session, params.id)
      const lines = await listWaveLines(tx, session.ownerId, wave.id)
      const gone = await listGone(tx, session.ownerId, wave.id)
      return { data: { ...presentWave(wave), lines: lines.map(presentLine), gone } }
    }),
  )

  serve('POST /pick-waves/{id}/ticks', ({ params, body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      if (!(await lockWave(tx, readerOf(session), params.id))) throw new AppError('not_found')
      await saveTicks(tx, session.ownerId, params.id, body.ticks, session.name)
      return { data: presentWave(await getWave(tx, session, params.id)) }
    }),
  )

  serve('DELETE /pick-waves/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      if (!(await lockWave(tx, readerOf(session), params.id))) throw new AppError('not_found')
      await removeWave(tx, session.ownerId, params.id)
      return undefined
    }),
  )
}

const readerOf = ({ ownerId, shopIds }: Session) => ({ ownerId, visible: shopIds })

async function getWave(tx: Tx, session: Session, id: number): Promise<PickWave> {
  const wave = await findWave(tx, readerOf(session), id)
  if (!wave) throw new AppError('not_found')
  return wave
}

function presentWave(wave: PickWave): Reply<'GET /pick-waves'>['data'][number] {
  return {
    id: wave.id,
    name: wave.name,
    created_by: wave.createdName,
    created_at: wave.createdAt.toISOString(),
    ended_at: wave.endedAt?.toISOString() ?? null,
    order_count: wave.orderCount,
    quantity: wave.quantity,
    picked: wave.picked,
  }
}

function presentLine(line: WaveLine): Reply<'GET /pick-waves/{id}'>['data']['lines'][number] {
  const { skuId, variantLabel, imageUrl, isShort, changedName, orders, ...same } = line
  return {
    ...same,
    sku_id: skuId,
    variant_label: variantLabel,
    image: imageUrl,
    is_short: isShort,
    changed_by: changedName,
    waiting: isShort ? waitingOf(orders, line.picked) : [],
  }
}

/** Picked pieces go to the orders with the first deadlines. */
function waitingOf(orders: WaveLine['orders'], picked: number) {
  let left = picked
  return orders.flatMap(({ id, code, quantity }) => {
    const given = Math.min(left, quantity)
    left -= given
    return given < quantity ? [{ id, code, missing: quantity - given }] : []
  })
}
