/** The audit log as a file, one row per entry. */
import type { ExportColumn, ExportFilters, ExportKind } from './export-kind.ts'
import type { Statement } from '../db/statement.ts'
import { auditLabels } from '../audit/audit-labels.ts'
import type { AuditFilter } from '../audit/audit-store.ts'

export type AuditExportFilters = ExportFilters &
  Omit<AuditFilter, 'from' | 'until'> & { from?: string | undefined; until?: string | undefined }

export const auditExport: ExportKind<AuditExportFilters> = {
  rowsPerPart: 200_000,
  recordsPerSlice: 2000,
  columns(statement, { language }) {
    const words = auditLabels(language)
    const said = (field: string, list: Record<string, string>) =>
      `(${statement.value(JSON.stringify(list))}::jsonb)->>(${field})`
    return [
      { key: 'number', form: 'whole', sql: 'e.sequence', width: 9 },
      { key: 'at', form: 'time', sql: 'e.at', width: 19 },
      text('user', 'e.user_name', 22),
      text('action', said('e.action', words.actions), 26),
      text('target', said('e.target_type', words.subjects), 14),
      text('name', 'e.target_label', 26),
      text('before', 'e.before::text', 40),
      text('after', 'e.after::text', 40),
      text('address', 'e.address', 18),
      text('user_agent', 'e.user_agent', 30),
      text('request', 'e.request_id', 36),
      text('hash', `encode(e.hash, 'hex')`, 64),
    ]
  },
  place: ['e.sequence'],
  records(statement, request, after, limit) {
    const later = after === null ? '' : ` and e.sequence < ${statement.value(after[0])}::bigint`
    return `audit_entries e where ${conditions(statement, request.filters)}${later} order by e.sequence desc limit ${limit}`
  },
  total: (statement, request) =>
    `select count(*) from audit_entries e where ${conditions(statement, request.filters)}`,
}

function conditions(statement: Statement, filters: AuditExportFilters): string {
  const { userId, actions, targetType, targetId, keyword, from, until } = filters
  return [
    'e.owner_id = $1',
    ...(userId === undefined ? [] : [`e.user_id = ${statement.value(userId)}::bigint`]),
    ...(actions === undefined ? [] : [`e.action = any(${statement.value(actions)}::text[])`]),
    ...(targetType === undefined ? [] : [`e.target_type = ${statement.value(targetType)}`]),
    ...(targetId === undefined ? [] : [`e.target_ids @> array[${statement.value(targetId)}::bigint]`]),
    ...(keyword === undefined
      ? []
      : [`position(lower(${statement.value(keyword)}::text) in lower(e.target_label)) > 0`]),
    ...(from === undefined ? [] : [`e.at >= ${statement.value(from)}::timestamptz`]),
    ...(until === undefined ? [] : [`e.at < ${statement.value(until)}::timestamptz`]),
  ].join(' and ')
}

const text = (key: string, sql: string, width: number): ExportColumn => ({ key, form: 'text', sql, width })
