/** Scans, pick waves and printing of a settled account. */
import { sql } from 'kysely'
import { addOrderScans, saveLineScans } from '../../server/orders/scan/scanned-pieces-store.ts'
import { addWave } from '../../server/orders/waves/pick-waves-store.ts'
import {
  addAgent,
  addJob,
  moveJob,
  noPrintSettings,
  savePrintSettings,
} from '../../server/printing/agents/print-agents-store.ts'
import type { TestConsole } from '../start-test-console.ts'

export type SettledPacking = {
  /** Makes a pick wave of the last order, which is the other shop's, and answers its id. */
  addWave(): Promise<number>
  addPrintAgent(): Promise<number>
  /** Makes a print job of which nobody knows whether it came out. */
  addPrintJob(): Promise<number>
}

export async function settlePacking(
  { db }: TestConsole,
  ownerId: string,
  { orders, printBatch, name }: { orders: number[]; printBatch: number; name: string },
): Promise<SettledPacking> {
  const orderId = orders.at(-1) ?? 0
  const line = {
    line: 1,
    skuId: null,
    code: 'CUP-01',
    name: 'Cup',
    variantLabel: null,
    imageUrl: null,
    bin: 'A1',
    quantity: 1,
    orders: [{ id: orderId, code: 'order', quantity: 1 }],
  }
  const packing: SettledPacking = {
    addWave: () =>
      db.asOwner(ownerId, (tx) =>
        addWave(tx, ownerId, { name, by: name, orderIds: [orderId], lines: [line] }),
      ),
    addPrintAgent: async () =>
      (await db.asOwner(ownerId, (tx) => addAgent(tx, ownerId, { name, by: name }))).id,
    addPrintJob: async () => {
      const agentId = await packing.addPrintAgent()
      return db.asOwner(ownerId, async (tx) => {
        const job = { batchId: printBatch, agentId, printer: 'Labels', isAuto: false }
        const id = await addJob(tx, ownerId, job)
        await moveJob(tx, { ownerId }, id, ['waiting'], { state: 'unsure', message: null })
        return id
      })
    },
  }
  await packing.addWave()
  await packing.addPrintJob()
  await db.asOwner(ownerId, async (tx) => {
    await addOrderScans(tx, ownerId, [{ orderId, scanId: 'settled-scan' }])
    await saveLineScans(tx, ownerId, [{ orderId, position: 0, quantity: 1, scanned: 1 }])
    await savePrintSettings(tx, ownerId, noPrintSettings, 1)
    await sql`insert into print_auto_orders (owner_id, order_id) values (${ownerId}, ${orderId})`.execute(tx)
  })
  return packing
}
