import type { ExportFormat, ExportType } from '../../model/export.ts'
import type { Language } from '../../model/language.ts'
import type { Permission } from '../../model/permissions.ts'
import { nameTarget } from '../audit/trail.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import type { Database } from '../db/database.ts'
import type { ExportFilters } from './export-kind.ts'
import { saveExport } from './exports-store.ts'

type Request = {
  session: Session
  language: Language
  type: ExportType
  format: ExportFormat
  filters: Omit<ExportFilters, 'timezone'>
  needs: Permission[]
}

/** Requests what a list shows as a file, in the account's time zone. Answers the API's reply. */
export async function requestExport(
  db: Database,
  { session, filters, ...request }: Request,
): Promise<{ export_id: number; status: 'queued' }> {
  const { ownerId, userId, timezone } = session
  const exportId = await db.asOwner(ownerId, async (tx) => {
    const id = await saveExport(tx, { ...request, ownerId, userId, filters: { ...filters, timezone } })
    nameTarget(tx, id)
    return id
  })
  return { export_id: exportId, status: 'queued' }
}
