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
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
    async open(name) {
      const file = createReadStream(join(folder, name))
      await once(file, 'open')
      return file
    },
  }
}
