/** A reader of the digest and of sales reports, and mails to a buyer of his account. */
import { sql } from 'kysely'
import {
  addReport,
  saveNextReport,
  saveReportChoice,
} from '../../server/analytics/reports/mail-report-store.ts'
import { drawIds, type Tx } from '../../server/db/database.ts'
import { addBuyerMail, saveContact, saveTemplate } from '../../server/mails/buyers/buyer-mails-store.ts'
import { addDigest, saveNextDigest } from '../../server/notifications/digests-store.ts'
import { saveWays } from '../../server/notifications/notification-ways-store.ts'

export async function settleMails(tx: Tx, reader: { ownerId: string; userId: number }): Promise<void> {
  const { ownerId, userId } = reader
  const never = new Date('2100-01-01')
  const day = '2026-03-05'
  await saveWays(tx, reader, new Map([['order_returned', 'mail']]))
  await saveNextDigest(tx, reader, never)
  await addDigest(tx, reader, { day, until: new Date(), forget: '2026-01-01' })
  await saveReportChoice(tx, reader, { rhythm: 'daily', weekday: 1, hour: 8 })
  await saveNextReport(tx, reader, never)
  await addReport(tx, reader, { day, at: new Date(), skipped: null })
  const { rows } = await sql<{ orderId: number; shopId: number }>`
    select id as "orderId", shop_id as "shopId" from orders where owner_id = ${ownerId} order by id limit 1`.execute(
    tx,
  )
  const [id = 0] = await drawIds(tx, 1)
  for (const { orderId, shopId } of rows) {
    await saveContact(tx, ownerId, { shopId, email: 'help@shop.test' })
    await addBuyerMail(tx, ownerId, {
      id,
      orderId,
      shopId,
      kind: 'delay',
      language: 'en',
      state: 'sent',
      userId,
      userName: 'Aoi',
      createdAt: new Date(),
    })
  }
  await saveTemplate(tx, ownerId, {
    kind: 'delay',
    language: 'en',
    subject: 'Late',
    text: 'It takes longer.',
  })
}
