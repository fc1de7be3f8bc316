/** Mails to buyers about their orders, over the API and a real mail server. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Body, Reply } from '../../../contract/endpoints.ts'
import { startTestConsole, until, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { headerOf, partOf, startMailServer, type MailServer } from '../../../test/steps/mail-server.ts'
import { addressOf, addShop, lineOf, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'
import { createLog } from '../../log.ts'
import { createSendMail } from '../send-mail.ts'

type Draft = Reply<'GET /orders/{id}/buyer-mails/draft'>['data']
type Mails = Reply<'GET /orders/{id}/buyer-mails'>['data']
type Setting = Reply<'GET /settings/buyer-mails'>['data']
type Mail = Body<'POST /orders/{id}/buyer-mails'>

const website = 4

let smtp: MailServer
let running: TestConsole
let seller: Account
let shop: number
let order: number
let buyer: string
let accounts = 0

beforeAll(async () => {
  smtp = await startMailServer()
  running = await startTestConsole({
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Console <no-reply@console.test>' },
  })
})
afterAll(async () => {
  await running?.stop()
  await smtp?.stop()
})
beforeEach(async () => {
  smtp.clear()
  seller = await running.signUp(`writer${accounts++}`)
  shop = await addShop(running, seller.ownerId, `lanterns${accounts}`, website)
  buyer = `nur${accounts}@buyer.test`
  order = await put('A-1001', buyer)
})

async function put(code: string, email: string | undefined, of = shop): Promise<number> {
  const address = addressOf({ name: 'Nur <Aina>', country: 'MY', ...(email !== undefined && { email }) })
  const lines = [
    lineOf({ name: 'Paper & lantern', quantity: 2 }),
    lineOf({ name: 'Gift card', shopSku: '2', isGift: true, total: 0 }),
  ]
  await putOrders(running, seller.ownerId, of, [
    orderOf({ channelOrderId: code, buyer: { channelBuyerId: code, name: 'Nur' }, address, lines }),
  ])
  const { rows } = await inStore<{ id: number }>(
    sql`select id from orders where owner_id = ${seller.ownerId} and channel_order_id = ${code}`,
  )
  return rows[0]?.id ?? 0
}

function inStore<T>(statement: ReturnType<typeof sql>) {
  return running.db.asOwner(seller.ownerId, (tx) => (statement as ReturnType<typeof sql<T>>).execute(tx))
}
const draftOf = (query = 'kind=delay&date=2026-12-24', account = seller, id = order) =>
  account.call(`GET /orders/${id}/buyer-mails/draft?${query}`)
const mailsOf = async (id = order) => (await seller.call(`GET /orders/${id}/buyer-mails`)).at<Mails>('data')
const send = (mail: Partial<Mail> = {}, account = seller, id = order) =>
  account.call(`POST /orders/${id}/buyer-mails`, {
    kind: 'delay',
    language: 'en',
    subject: 'Your order',
    text: 'It takes longer.',
    previous_id: null,
    ...mail,
  })
const ended = (id = order) =>
  until('the mail to end', async () => {
    const [mail] = (await mailsOf(id)).mails
    return mail && !['waiting', 'sending'].includes(mail.state) ? mail : undefined
  })
/** Mails to this test's buyer; those of another one may still come. */
const received = () => smtp.inbox.filter(({ to }) => to === buyer)
const settingOf = async (account = seller) =>
  (await account.call('GET /settings/buyer-mails')).at<Setting>('data')

describe('a mail to a buyer', () => {
  it('is drafted from its template in the language of the shop’s country, and sent as it was changed', async () => {
    await seller.call('PUT /settings/buyer-mails', {
      contacts: [{ shop_id: shop, email: 'help@lanterns.test' }],
    })
    const draft = (await draftOf()).at<Draft>('data')
    expect(draft).toMatchObject({
      recipient: buyer,
      reply_to: 'help@lanterns.test',
      language: 'my',
      subject: 'Pesanan A-1001 anda akan dihantar sedikit lewat',
      previous_id: null,
    })
    expect(draft.text).toContain('Hai Nur <Aina>,')
    expect(draft.text).toContain('Khamis, 24 Disember 2026')
    expect(draft.text).toContain('2 × Paper & lantern\n\nAnda tidak perlu')
    expect(draft.text).not.toContain('Gift card')
    expect((await draftOf('kind=delay&language=en')).at<string>('data.text')).toContain('{date}')

    const answer = await send({ ...draft, kind: 'delay', text: `${draft.text}\n<b>Salam</b>` } as Mail)
    // The draft's other fields are none of the mail's.
    expect(answer.status).toBe(422)
    const { subject, language, text } = draft
    expect((await send({ subject, language, text: `${text}\n<b>Salam</b>` })).status).toBe(202)
    expect(await ended()).toMatchObject({ kind: 'delay', state: 'sent', sent_by: `writer${accounts - 1}` })
    const [mail, ...more] = received()
    expect(more).toEqual([])
    if (!mail) throw new Error('no mail came')
    expect(mail.to).toBe(buyer)
    expect(headerOf(mail, 'Subject')).toBe(subject)
    expect(headerOf(mail, 'From')).toBe(`lanterns${accounts} <no-reply@console.test>`)
    expect(headerOf(mail, 'Reply-To')).toBe('help@lanterns.test')
    expect(partOf(mail, 'text/plain')).toContain('<b>Salam</b>')
    const html = partOf(mail, 'text/html')
    expect(html).toContain('Nur &lt;Aina&gt;')
    expect(html).toContain('&lt;b&gt;Salam&lt;/b&gt;')
    const history = await seller.call(`GET /orders/${order}/history`)
    expect(history.at('data.0')).toMatchObject({
      event: 'buyer_mail_sent',
      note: 'delay',
      actor: { type: 'user', name: `writer${accounts - 1}` },
    })
    const log = JSON.stringify((await seller.call('GET /audit-logs?limit=5')).body)
    expect(log).toContain('order.mail_buyer')
    expect(log).not.toContain('Salam')
    const kept = await inStore<{ row: string }>(sql`select b::text || m::text as row from buyer_mails b
      join mails m on m.owner_id = b.owner_id and m.id = b.id where b.owner_id = ${seller.ownerId}`)
    expect(kept.rows[0]?.row).not.toMatch(/Salam|Nur/)
  })

  it('is sent once by a doubled click, and at most three times a day', async () => {
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(both.find(({ status }) => status === 409)?.at('code')).toBe('buyer_mail_repeated')
    await ended()
    expect(received()).toHaveLength(1)
    for (const left of [1, 0]) {
      const { mails } = await mailsOf()
      expect((await send({ previous_id: mails[0]?.id ?? null })).status).toBe(202)
      expect((await mailsOf()).left_today).toBe(left)
    }
    const { mails } = await mailsOf()
    expect((await send({ previous_id: mails[0]?.id ?? null })).at('code')).toBe('buyer_mail_limit')
    await until('all to be sent', async () => received().length === 3)
    await inStore(
      sql`update buyer_mails set created_at = created_at - interval '1 day' where owner_id = ${seller.ownerId}`,
    )
    expect((await mailsOf()).left_today).toBe(3)
  })

  it('whose arrival nobody knows is told as such, and never repeated', async () => {
    smtp.answers.push('hang-up')
    await send()
    expect((await ended()).state).toBe('unsure')
    expect(received()).toHaveLength(1)
    expect((await seller.call(`GET /orders/${order}/history`)).at('data.0.event')).toBe('buyer_mail_unsure')
    // A worker died while it was sending another one.
    const second = await put('A-1002', buyer)
    const { mails: none } = await mailsOf(second)
    expect(none).toEqual([])
    await send({}, seller, second)
    const mail = await ended(second)
    await inStore(sql`update mails set state = 'sending', claimed_at = now() - interval '2 minutes'
      where owner_id = ${seller.ownerId} and id = ${mail.id}`)
    await createSendMail(
      running.db,
      running.config,
      createLog('silent'),
    )({
      ownerId: seller.ownerId,
      mailId: mail.id,
    })
    expect((await mailsOf(second)).mails[0]?.state).toBe('unsure')
    expect(received()).toHaveLength(2)
  })

  it('is tried again while the mail server is busy, and tells when it is refused', async () => {
    smtp.answers.push({ code: 451, text: 'busy' })
    await send()
    expect((await ended()).state).toBe('sent')
    const other = await put('A-1003', buyer)
    smtp.answers.push({ code: 550, text: 'no such mailbox' })
    await send({}, seller, other)
    expect((await ended(other)).state).toBe('failed')
    // The buyer has none of it, so it is none of the three of a day.
    expect((await mailsOf(other)).left_today).toBe(3)
    expect(received()).toHaveLength(1)
  })
})

describe('who is written to, and by whom', () => {
  it('is nobody of a marketplace, nobody without one plain address, and nothing by who may not', async () => {
    const shopee = await addShop(running, seller.ownerId, `shopee${accounts}`)
    const cases = [
      [await put('M-1', buyer, shopee), 'marketplace'],
      [await put('A-2', undefined), 'no_address'],
      [await put('A-3', 'a@b.test, c@d.test'), 'no_address'],
      [await put('A-4', 'a@b.test\r\nBcc: c@d.test'), 'no_address'],
    ] as const
    for (const [id, refusal] of cases) {
      expect((await mailsOf(id)).refusal).toBe(refusal)
      expect((await seller.call(`GET /orders/${id}`)).at('data.buyer_mail_refusal')).toBe(refusal)
      expect((await send({}, seller, id)).at('code')).toBe('buyer_mail_unavailable')
      expect((await draftOf('kind=delay', seller, id)).status).toBe(409)
    }
    const packer = await running.addStaff(seller.ownerId, { email: `p${accounts}@x.test`, role: 'operator' })
    expect((await packer.call(`GET /orders/${order}`)).at('data.buyer_mail_refusal')).toBe('no_permission')
    expect((await send({}, packer)).status).toBe(403)
    const manager = { email: `m${accounts}@x.test`, role: 'manager' } as const
    const scoped = await running.addStaff(seller.ownerId, manager, [shopee])
    expect([(await send({}, scoped)).status, (await draftOf('kind=delay', scoped)).status]).toEqual([
      404, 404,
    ])
    expect((await settingOf(scoped)).contacts).toEqual([])
    const foreign = { contacts: [{ shop_id: shop, email: 'x@y.test' }] }
    expect((await scoped.call('PUT /settings/buyer-mails', foreign)).status).toBe(404)
    expect(received()).toEqual([])
  })

  it('takes no header from a subject, and no placeholder that is left', async () => {
    for (const subject of ['Hello\r\nBcc: c@d.test', 'Hello\u2028there', ' '])
      expect((await send({ subject })).status).toBe(422)
    const open = await send({ text: 'We ship on {date}.' })
    expect(open.at('invalid_fields.text')).toContain('placeholder')
    expect((await mailsOf()).mails).toEqual([])
  })

  it('is forgotten with its buyer', async () => {
    await send()
    await ended()
    const customer = await inStore<{ id: number }>(
      sql`select customer_id as id from orders where owner_id = ${seller.ownerId} and id = ${order}`,
    )
    await inStore(sql`update orders set status = 6 where owner_id = ${seller.ownerId} and id = ${order}`)
    const erased = await seller.call(`POST /customers/${customer.rows[0]?.id}/erase`, {})
    expect(erased.status).toBeLessThan(300)
    const { rows } = await inStore(
      sql`select from mails where owner_id = ${seller.ownerId} and recipient = ${buyer}`,
    )
    expect(rows).toEqual([])
  })
})

describe('the texts', () => {
  it('are the owner’s, per language, and come back to the console’s own', async () => {
    const before = await settingOf()
    expect(before.templates).toHaveLength(12)
    const own = {
      kind: 'delay',
      language: 'en',
      subject: 'Late: {order}',
      text: 'Sorry, {buyer}. Until {date}.',
    }
    const saved = await seller.call('PUT /settings/buyer-mails', {
      templates: [own],
      updated_at: before.updated_at,
    })
    expect(saved.at<Setting>('data').templates.filter(({ is_changed: is }) => is)).toEqual([
      { ...own, is_changed: true },
    ])
    expect((await draftOf('kind=delay&language=en&date=2026-12-24')).at<Draft>('data')).toMatchObject({
      subject: 'Late: A-1001',
      text: 'Sorry, Nur <Aina>. Until Thursday, December 24, 2026.',
    })
    const late = await seller.call('PUT /settings/buyer-mails', {
      templates: [own],
      updated_at: before.updated_at,
    })
    expect(late.at('code')).toBe('changed_by_other')
    const wrong = { ...own, text: 'Dear {customer}' }
    const refused = await seller.call('PUT /settings/buyer-mails', { templates: [wrong] })
    expect(refused.at('invalid_fields')).toMatchObject({
      'templates.0.text': expect.stringContaining('{order}'),
    })
    const half = await seller.call('PUT /settings/buyer-mails', { templates: [{ ...own, subject: '' }] })
    expect(half.status).toBe(422)
    const back = await seller.call('PUT /settings/buyer-mails', {
      templates: [{ ...own, subject: '', text: '' }],
    })
    expect(back.at<Setting>('data').templates.some(({ is_changed: is }) => is)).toBe(false)
  })
})
