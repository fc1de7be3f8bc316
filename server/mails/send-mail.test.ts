import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestConsole, until, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { startMailServer, type MailServer } from '../../test/steps/mail-server.ts'
import { createLog } from '../log.ts'
import { createSendMail } from './send-mail.ts'
import { createMailer } from './smtp.ts'

let smtp: MailServer
let running: TestConsole
let owner: Account
let admin: pg.Client

beforeAll(async () => {
  smtp = await startMailServer()
  running = await startTestConsole({ environment: { SMTP_URL: smtp.url, MAIL_FROM: 'Aoi <aoi@shop.test>' } })
  owner = await running.signUp('owner')
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
  await smtp?.stop()
})
beforeEach(() => smtp.clear())

let people = 0

async function invite(language = 'en', name = 'Kenji'): Promise<{ email: string; mailId: number }> {
  const email = `person${++people}@example.test`
  const made = await owner.call('POST /invite-user', { name, email, role: 'operator', language })
  expect(made.status).toBe(201)
  const { rows } = await admin.query<{ id: number }>('select id from mails where recipient = $1', [email])
  return { email, mailId: Number(rows[0]?.id) }
}

type Row = { state: string; attempts: number; error: string | null; sealed: Buffer | null }

async function rowOf(mailId: number): Promise<Row | undefined> {
  return (await admin.query<Row>('select * from mails where id = $1', [mailId])).rows[0]
}

async function sent(mailId: number): Promise<Row> {
  return until('the mail to end', async () => {
    const row = await rowOf(mailId)
    return row && ['sent', 'failed'].includes(row.state) ? row : undefined
  })
}

const decoded = (raw: string) =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
    )

describe('a mail', () => {
  it('goes out as text and HTML, and what was in it is forgotten', async () => {
    const { email, mailId } = await invite()
    expect(await sent(mailId)).toMatchObject({ state: 'sent', attempts: 1, error: null, sealed: null })
    expect(smtp.inbox.map(({ to }) => to)).toEqual([email])
    const raw = decoded(smtp.inbox[0]?.raw ?? '')
    expect(raw).toContain('From: Aoi <aoi@shop.test>')
    expect(raw).toContain('Auto-Submitted: auto-generated')
    expect(raw).toContain('text/plain')
    expect(raw).toContain('text/html')
    expect(raw).toMatch(new RegExp(`${running.url}/en/auth/activate#[\\w-]{43}`))
    const page = await owner.call('GET /mails')
    expect(page.at('data.0')).toMatchObject({ kind: 'invite', recipient: email, state: 'sent' })
    // Only the recipient can read a mail that was sent.
    expect((await owner.call(`GET /mails/${mailId}`)).at('data')).toMatchObject({ text: null, html: null })
    expect(page.at('meta.is_shown')).toBe(false)
  })

  it.each([
    ['jp', /アカウントを設定/, /\/auth\/activate#/],
    ['vn', /Thiết lập tài khoản/, /\/vn\/auth\/activate#/],
    ['my', /Sediakan akaun/, /\/my\/auth\/activate#/],
  ])('speaks the language of its reader: %s', async (language, words, link) => {
    const { mailId } = await invite(language)
    await sent(mailId)
    const parts = (smtp.inbox[0]?.raw ?? '').split(/\r?\n\r?\n/)
    const whole = parts
      .map((part) =>
        /^[\w+/=\s]{60,}$/.test(part) ? Buffer.from(part, 'base64').toString('utf8') : decoded(part),
      )
      .join('\n')
    expect(whole).toMatch(words)
    expect(whole).toMatch(link)
  })

  it('is as harmless as the name in it', async () => {
    const { mailId } = await invite('en', '<b>"Bobby" & Sons</b>')
    await sent(mailId)
    const raw = decoded(smtp.inbox[0]?.raw ?? '')
    expect(raw).toContain('&lt;b&gt;&quot;Bobby&quot; &amp; Sons&lt;/b&gt;')
    expect(raw.split('text/html')[1]).not.toContain('<b>')
  })
})

describe('a mail server', () => {
  it('that is busy is tried again', async () => {
    smtp.answers.push({ code: 451, text: 'busy' })
    const { mailId } = await invite()
    await until('the first try', async () => (await rowOf(mailId))?.error?.includes('busy'))
    expect(await sent(mailId)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(smtp.inbox).toHaveLength(1)
  })

  it('that refuses is not asked again', async () => {
    smtp.answers.push({ code: 550, text: 'no such mailbox' })
    const { mailId } = await invite()
    expect(await sent(mailId)).toMatchObject({ state: 'failed', attempts: 1, sealed: null })
    expect((await rowOf(mailId))?.error).toContain('no such mailbox')
    expect(smtp.inbox).toHaveLength(0)
  })

  it('that is away is tried until the link has ended, not longer', async () => {
    smtp.answers.push({ code: 451, text: 'busy' })
    const { mailId } = await invite()
    await until('the first try', async () => (await rowOf(mailId))?.error?.includes('busy'))
    await admin.query(`update mails set expires_at = now() + interval '3 seconds' where id = $1`, [mailId])
    const gone = createSendMail(running.db, running.config, createLog('silent'), {
      mailer: createMailer('smtp://127.0.0.1:1'),
    })
    await gone({ ownerId: owner.ownerId, mailId })
    const row = await rowOf(mailId)
    expect(row).toMatchObject({ state: 'failed', sealed: null })
    expect(row?.error).toContain('ECONNREFUSED')
    expect(smtp.inbox).toHaveLength(0)
  })
})

describe('whether a mail arrived', () => {
  it('is unknown when the answer is lost: it comes again with the same id, which mail programs know', async () => {
    smtp.answers.push('hang-up')
    const { mailId } = await invite()
    expect(await sent(mailId)).toMatchObject({ state: 'sent', attempts: 2 })
    const ids = smtp.inbox.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim())
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(`<${mailId}.${owner.ownerId}@127.0.0.1>`)
    expect(ids[1]).toBe(ids[0])
  })

  it('is known when it was taken: no second job sends it', async () => {
    const { mailId } = await invite()
    await sent(mailId)
    const again = createSendMail(running.db, running.config, createLog('silent'))
    await Promise.all([1, 2, 3].map(() => again({ ownerId: owner.ownerId, mailId })))
    expect(smtp.inbox).toHaveLength(1)
  })

  it('is left to the worker that is at it', async () => {
    const { mailId } = await invite()
    await sent(mailId)
    smtp.inbox.length = 0
    await admin.query(`update mails set state = 'sending', claimed_at = now() where id = $1`, [mailId])
    await createSendMail(running.db, running.config, createLog('silent'))({ ownerId: owner.ownerId, mailId })
    expect([smtp.inbox.length, (await rowOf(mailId))?.state]).toEqual([0, 'sending'])
  })
})

it('is written by the transaction that causes it, or not at all', async () => {
  const before = await admin.query('select from mails')
  const taken = await owner.call('POST /invite-user', {
    name: 'Owner again',
    email: 'owner@example.test',
    role: 'viewer',
  })
  expect(taken.at('invalid_fields.email')).toBe('An account with this email already exists')
  expect((await admin.query('select from mails')).rowCount).toBe(before.rowCount)
})

it('holds nothing in the database that opens an account', async () => {
  const { mailId } = await invite()
  await sent(mailId)
  const token = /activate#([\w-]{43})/.exec(decoded(smtp.inbox[0]?.raw ?? ''))?.[1] ?? ''
  expect(token).toHaveLength(43)
  for (const table of ['mails', 'one_time_links', 'graphile_worker._private_jobs']) {
    const { rows } = await admin.query<{ row: string }>(`select t::text as row from ${table} t`)
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).not.toContain(token)
    expect(all).not.toContain(Buffer.from(token).toString('hex'))
  }
})
