import type { Query, Reply } from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import type { Session } from '../auth/sessions/sessions-store.ts'
import { saveExport } from '../exports/exports-store.ts'
import { addDays, startOfDay } from '../i18n/calendar.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import type { AuditEntry } from './audit-chain.ts'
import { listActors, listEntries, type AuditFilter } from './audit-store.ts'
import { auditLabels, fieldLabel } from './audit-labels.ts'
import { checkChain } from './check-chain.ts'
import { nameTarget } from './trail.ts'

type Asked = Omit<Query<'GET /audit-logs'>, 'before' | 'limit'>

export function auditRoutes(serve: Serve, { db, trail }: ServerContext): void {
  serve('GET /audit-logs', async ({ query, session, language }) => {
    requireAllShops(session)
    const { before = null, limit, ...asked } = query
    const filter = filterOf(session, asked)
    const { rows, people } = await db.asOwner(session.ownerId, async (tx) => ({
      rows: await listEntries(tx, session.ownerId, filter, { before, limit: limit + 1 }),
      people: before === null ? await listActors(tx, session.ownerId) : [],
    }))
    const shown = rows.slice(0, limit)
    const { actions, subjects } = auditLabels(language)
    const named = (words: Record<string, string>) =>
      Object.entries(words).map(([code, name]) => ({ code: code as never, name }))
    return {
      data: shown.map((entry) => present(entry, language)),
      meta: {
        next: rows.length > limit ? (shown.at(-1)?.sequence ?? null) : null,
        people,
        actions: before === null ? named(actions) : [],
        subjects: before === null ? named(subjects) : [],
      },
    }
  })

  serve('GET /audit-logs/check', async ({ session }) => {
    requireAllShops(session)
    const { entries, hash, fault } = await checkChain(db, trail.seal, session.ownerId)
    const where = fault && { kind: fault.kind, id: fault.sequence }
    return { data: { is_whole: !fault, entries, hash, fault: where } }
  })

  serve('GET /audit-logs/export', async ({ query, session, language }) => {
    requireAllShops(session)
    const { ownerId, userId, timezone } = session
    const { format, ...asked } = query
    const { from, until, ...filter } = filterOf(session, asked)
    const filters = { ...filter, from: from?.toISOString(), until: until?.toISOString(), timezone }
    const action = { ownerId, userId, type: 'audit' as const, format, filters, needs: [], language }
    const exportId = await db.asOwner(ownerId, async (tx) => {
      const id = await saveExport(tx, action)
      nameTarget(tx, id)
      return id
    })
    return { export_id: exportId, status: 'queued' as const }
  })
}

/** The log tells of all shops. */
function requireAllShops({ shopIds }: Session): void {
  if (shopIds.length > 0) throw new AppError('forbidden')
}

function filterOf({ timezone }: Session, asked: Asked): AuditFilter {
  const { user_id: userId, action = [], target_type: targetType, target_id: targetId } = asked
  const { keyword, from, to } = asked
  return {
    userId,
    actions: action.length > 0 ? action : undefined,
    targetType,
    targetId,
    keyword: keyword?.trim() || undefined,
    from: from === undefined ? undefined : startOfDay(timezone, from),
    until: to === undefined ? undefined : startOfDay(timezone, addDays(to, 1)),
  }
}

function present(entry: AuditEntry, language: Language): Reply<'GET /audit-logs'>['data'][number] {
  const { sequence, at, userId, userName, action, targetType, targetIds, targetLabel } = entry
  return {
    id: sequence,
    at: at.toISOString(),
    user: userId === null ? null : { id: userId, name: userName ?? '' },
    action,
    target: targetType && { type: targetType, ids: targetIds, label: targetLabel },
    changes: changesOf(entry, language),
    address: entry.address,
    user_agent: entry.userAgent,
    request_id: entry.requestId,
  }
}

function changesOf({ before, after }: AuditEntry, language: Language) {
  const then = fieldsOf(before)
  const now = fieldsOf(after)
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].map((field) => ({
    field,
    name: fieldLabel(language, field),
    before: then[field] ?? null,
    after: now[field] ?? null,
  }))
}

function fieldsOf(json: string | null): Record<string, unknown> {
  return json === null ? {} : (JSON.parse(json) as Record<string, unknown>)
}
