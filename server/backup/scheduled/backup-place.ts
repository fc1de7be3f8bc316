/** A place for the files of scheduled backups. */
import type { Readable } from 'node:stream'

export type BackupPlace = {
  /** Saves a file, which is there under its name once all of it is. Returns its size in bytes. */
  save(name: string, file: Readable): Promise<number>
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Throws an error with the code ENOENT where there is none. */
  open(name: string): Promise<Readable>
}
