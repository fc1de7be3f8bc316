/**
 * The job that writes somebody's mail of the day: what is of a type that he wants by mail, came since the last one, and is not
 * read yet. At eight in the morning of the account's time zone. Nothing to tell, no mail.
 */
import { languages, prefixOf, type Language } from '../../model/language.ts'
import type { NotificationType } from '../../model/notification.ts'
import type { Config } from '../config/config.ts'
import type { Database, Tx } from '../db/database.ts'
import { enqueue } from '../jobs/jobs.ts'
import { createPost } from '../outbox/enqueue-mail.ts'
import { addDays, dayIn } from '../i18n/calendar.ts'
import { translate } from '../i18n/translate.ts'
import { nextDigestAt } from '../i18n/digest-time.ts'
import {
  addDigest,
  findDigestReader,
  findLastDigest,
  saveNextDigest,
  takeDueDigests,
  type DigestReader,
} from './digests-store.ts'
import { typesFor } from './notification-types.ts'
import { listWays, type ReaderKey } from './notification-ways-store.ts'
import { listNotifications, type Notification } from './notifications-store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** More than anybody reads in a mail; how many are left out is said. */
const mostLines = 30
const keptDays = 30

/** Enqueues the mails that are due. Any number of processes may do it. */
export async function enqueueDueDigests(db: Database, now: Date): Promise<void> {
  await db.local(async (tx) => {
    // The job says when the next one is; should it be lost, this is tried again.
    const due = await takeDueDigests(tx, now, new Date(now.getTime() + hourMs))
    for (const { ownerId, userId } of due) {
      const names = { queue: `digests:${ownerId}`, key: `write-digest:${ownerId}:${userId}`, priority: 5 }
      await enqueue(tx, 'write-digest', { ownerId, userId }, names)
    }
  })
}

export function createWriteDigest(db: Database, config: Config) {
  const post = createPost(config)

  return async function writeDigest(payload: unknown): Promise<void> {
    const key = payload as ReaderKey
    await db.asOwner(key.ownerId, (tx) => write(tx, key))
  }

  async function write(tx: Tx, key: ReaderKey): Promise<void> {
    const reader = await findDigestReader(tx, key)
    const ways = await listWays(tx, key)
    const types = reader ? typesFor(reader).filter((type) => ways.get(type) === 'mail') : []
    if (!reader || types.length === 0) return saveNextDigest(tx, key, null)
    const now = new Date()
    const day = dayIn(reader.timezone, now)
    await saveNextDigest(tx, key, nextDigestAt(reader.timezone, now))
    const since = (await findLastDigest(tx, key)) ?? new Date(now.getTime() - dayMs)
    // A second run for the same day, after a crash or in another process, finds the row and stops.
    if (!(await addDigest(tx, key, { day, until: now, forget: addDays(day, -keptDays) }))) return
    const unread = await listUnread(tx, { ...key, ...reader }, types, since)
    if (unread.rows.length === 0 || !post.isReady) return
    const { language, companyName: company, name, email } = reader
    const date = new Intl.DateTimeFormat(languages[language].iso, {
      timeZone: reader.timezone,
      dateStyle: 'long',
    }).format(now)
    await post.drop(tx, key.ownerId, {
      kind: 'digest',
      language,
      recipient: email,
      userId: key.userId,
      values: {
        name,
        company,
        date,
        lines: linesOf(language, unread),
        link: `${config.publicUrl}${prefixOf(language)}/`,
      },
      expiresAt: new Date(now.getTime() + dayMs),
    })
  }
}

async function listUnread(
  tx: Tx,
  { ownerId, userId, shopIds }: ReaderKey & DigestReader,
  types: NotificationType[],
  since: Date,
): Promise<{ rows: Notification[]; total: number }> {
  const reader = { ownerId, userId, shopIds, types, since }
  return listNotifications(tx, reader, { isUnread: true, limit: mostLines, offset: 0 })
}

/** One line each, the latest first: what, where, about whom or what, and how often. */
function linesOf(language: Language, { rows, total }: { rows: Notification[]; total: number }): string {
  const lines = rows.map(({ type, shopName, productName, staffName, file, count }) => {
    const parts = [
      translate(language, `notify_type.${type}`),
      shopName,
      productName,
      staffName,
      file?.file_name,
    ]
    return `• ${parts.filter(Boolean).join(' · ')}${count > 1 ? ` (${count})` : ''}`
  })
  const left = total - rows.length
  return [...lines, ...(left > 0 ? [translate(language, 'mail.digest.more', { count: left })] : [])].join(
    '\n',
  )
}
