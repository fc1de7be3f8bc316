/**
 * Writes a whole account as a file (server/backup), in pieces like every file that is asked for. All of it is of one moment,
 * so a writing that is broken off begins anew.
 */
import { createGzip } from 'node:zlib'
import { countAccount, readAccount } from '../backup/write-backup.ts'
import type { Database } from '../db/database.ts'
import { beginAnew, findExport, saveSlice, notifyRequester, type Export } from './exports-store.ts'

const bytesPerPiece = 2 ** 19
const notifyEveryMs = 1000

/** Broken off: the file was removed meanwhile, another worker writes it, or this one stops. */
class BrokenOff extends Error {}

/** Answers whether nothing is left to do. `atEnd` is part of the transaction that makes the file whole. */
export async function writeAccount(
  db: Database,
  opened: Export,
  abort: AbortSignal | undefined,
  atEnd: (tx: Parameters<typeof saveSlice>[0]) => Promise<void>,
): Promise<boolean> {
  const { ownerId } = opened
  if (!(await db.asOwner(ownerId, (tx) => beginAnew(tx, opened)))) return true
  const total = await countAccount(db, ownerId)
  let known: Export = { ...opened, rows: 0, total, parts: [], bookmark: null }
  const press = createGzip()
  let waiting: Buffer[] = []
  let size = 0
  let bytes = 0
  let position = 0
  let notifiedAt = 0
  press.on('data', (piece: Buffer) => {
    waiting.push(piece)
    size += piece.length
  })

  async function savePiece(next: Export): Promise<void> {
    const piece = { part: 1, position, bytes: Buffer.concat(waiting) }
    waiting = []
    size = 0
    await db.asOwner(ownerId, async (tx) => {
      const stored = await findExport(tx, known, { isLocked: true })
      // Another worker has begun anew and goes on alone.
      if (stored?.state !== 'running' || stored.rows !== known.rows) throw new BrokenOff()
      await saveSlice(tx, known, piece, next)
      const notifies = next.state === 'done' || Date.now() > notifiedAt + notifyEveryMs
      if (notifies) notifyRequester(tx, next)
      if (notifies) notifiedAt = Date.now()
      if (next.state === 'done') await atEnd(tx)
    })
    position += 1
    bytes += piece.bytes.length
    known = next
  }

  try {
    const { rows } = await readAccount(db, ownerId, async (lines, sofar) => {
      if (abort?.aborted) throw new BrokenOff()
      // Its output is ours before the next lines come, so that no more than a piece waits in memory.
      await new Promise<void>((resolve) => press.write(lines, () => resolve()))
      if (size >= bytesPerPiece) await savePiece({ ...known, state: 'running', rows: sofar })
    })
    await new Promise<void>((resolve) => press.once('end', resolve).end())
    const part = { rows, bytes: bytes + size, chunks: position + 1 }
    await savePiece({ ...known, state: 'done', rows, parts: [part] })
    return true
  } catch (error) {
    press.destroy()
    if (!(error instanceof BrokenOff)) throw error
    return !abort?.aborted
  }
}
