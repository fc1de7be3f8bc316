import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { adjustStock } from './stock-adjustments-store.ts'

export function stockAdjustmentsRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /stock-adjustments', async ({ body, session }) => {
    const { document, figures } = await db.asOwner(session.ownerId, (tx) =>
      adjustStock(tx, session, {
        warehouseId: body.warehouse_id,
        lines: body.lines.map(({ sku_id: skuId, change }) => ({ skuId, change })),
        reason: body.reason,
        allowsNegative: body.allow_negative,
      }),
    )
    return {
      data: {
        document,
        figures: figures.map(({ skuId, onHand, reserved }) => ({
          sku_id: skuId,
          on_hand: onHand,
          reserved,
          available: onHand - reserved,
        })),
      },
    }
  })
}
