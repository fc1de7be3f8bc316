import type { BackupPlaceConfig } from '../../config/backup-config.ts'
import type { BackupPlace } from './backup-place.ts'
import { createFolderPlace } from './folder-place.ts'
import { createS3Place } from './s3-place.ts'

export function openBackupPlace(config: BackupPlaceConfig): BackupPlace {
  return config.kind === 's3' ? createS3Place(config) : createFolderPlace(config.path)
}
