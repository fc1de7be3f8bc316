import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { saveWhole } from '../backup-file.ts'
import type { BackupPlace } from './backup-place.ts'

export function createFolderPlace(folder: string): BackupPlace {
  return {
    async save(name, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return saveWhole(join(folder, name), file)
    },
    async list() {
      try {
        return await readdir(folder)
      } catch (error) {
        // The folder comes with the first backup.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async open(name) {
      const file = createReadStream(join(folder, name))
      await once(file, 'open')
      return file
    },
  }
}
