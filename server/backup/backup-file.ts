import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../db/database.ts'
import { readAccount } from './write-backup.ts'

/** Writes an account into a file, which is whole once it has its name. */
export async function writeBackupFile(
  db: Database,
  ownerId: string,
  path: string,
): Promise<{ tables: number; rows: number }> {
  const draft = `${path}.${process.pid}.part`
  // Nobody else's to read: names, addresses and what people bought stand in it.
  const file = createWriteStream(draft, { mode: 0o600 })
  const press = createGzip()
  press.pipe(file)
  const isWritten = finished(file)
  isWritten.catch(() => {})
  try {
    const failed = once(file, 'error').then(([error]) => Promise.reject(error as Error))
    failed.catch(() => {})
    const count = await readAccount(db, ownerId, async (lines) => {
      if (!press.write(lines)) await Promise.race([once(press, 'drain'), failed])
    })
    press.end()
    await isWritten
    await rename(draft, path)
    return count
  } catch (error) {
    press.destroy()
    file.destroy()
    await rm(draft, { force: true })
    throw error
  }
}
