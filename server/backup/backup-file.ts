import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { OperatorError } from '../config/operator-error.ts'
import type { Database } from '../db/database.ts'
import { readAccount } from './write-backup.ts'

/** Writes an account into a file, which is whole once it has its name. Throws OperatorError where it cannot be written. */
export async function writeBackupFile(
  db: Database,
  ownerId: string,
  path: string,
): Promise<{ tables: number; rows: number }> {
  return pressAccount(db, ownerId, async (file) => {
    await saveWhole(path, file).catch((error: unknown) => {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      throw new OperatorError(
        `${path} cannot be written (${error.message}). There is no backup: give another file.`,
        {
          cause: error,
        },
      )
    })
  })
}

/** Returns the size of the file in bytes. */
export async function saveWhole(path: string, file: Readable): Promise<number> {
  const draft = `${path}.${process.pid}.part`
  try {
    // Nobody else's to read: names, addresses and what people bought stand in it.
    const written = createWriteStream(draft, { mode: 0o600 })
    await pipeline(file, written)
    await rename(draft, path)
    return written.bytesWritten
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Gives the file to `take` while it is written, so that no more of it is in memory than `take` holds back. */
export async function pressAccount(
  db: Database,
  ownerId: string,
  take: (file: Readable) => Promise<void>,
): Promise<{ tables: number; rows: number }> {
  const press = createGzip()
  press.on('error', () => undefined)
  const taken = take(press).catch((error: unknown) => {
    press.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  const read = readAccount(db, ownerId, async (lines) => {
    if (press.destroyed) throw press.errored ?? new Error('nobody takes the file any more')
    if (!press.write(lines)) await once(press, 'drain')
  }).then(
    (count) => {
      press.end()
      return count
    },
    (error: unknown) => {
      press.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    },
  )
  const [count, end] = await Promise.allSettled([read, taken])
  if (end.status === 'rejected') throw end.reason
  if (count.status === 'rejected') throw count.reason
  return count.value
}
