import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../parts/dates.ts'
import { LoadError } from '../../parts/load-error.tsx'
import { useClock } from '../../parts/when.tsx'
import { paths } from '../../paths.ts'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { auditRows } from './audit-rows.ts'
import { auditChoicesQuery, auditEntryQuery, type AuditEntry } from './audit-search.ts'
import { useAuditLabels } from './audit-field-labels.ts'
import styles from './audit.module.css'
import { deviceOf } from '../../parts/device-of.ts'

/** One entry, with what it changed side by side. */
export function AuditDrawer() {
  const { t } = useTranslation()
  const { entryId }: { entryId?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const { data: entry, error, refetch } = useQuery(auditEntryQuery(Number(entryId)))
  const { actions } = useQuery(auditChoicesQuery).data ?? {}
  const close = () => void navigate({ to: paths.audit(), search: true, resetScroll: false })

  if (entry === null) throw notFound({ routeId: rootRouteId })
  const title = actions?.find(({ code }) => code === entry?.action)?.name
  return (
    <DrawerFrame title={<h2>{title ?? <Skeleton width={200} height={18} />}</h2>} onClose={close}>
      {error && <LoadError title={t('audit.failed')} error={error} onRetry={refetch} />}
      {entry && (
        <>
          <Card>
            <Facts entry={entry} />
          </Card>
          {entry.changes.length > 0 && (
            <Card>
              <Changes entry={entry} />
            </Card>
          )}
        </>
      )}
    </DrawerFrame>
  )
}

function Facts({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const clock = useClock()
  const { user, target, address, user_agent: agent, request_id: request } = entry
  const facts = [
    { key: 'who', title: t('audit.who'), text: user?.name ?? t('audit.nobody') },
    { key: 'target', title: t('audit.target'), text: target?.label },
    { key: 'address', title: t('audit.address'), text: address },
    { key: 'device', title: t('audit.device'), text: agent && deviceOf(agent) },
    { key: 'request', title: t('audit.request'), text: request },
    { key: 'number', title: t('audit.number'), text: String(entry.id) },
  ].filter(({ text }) => text)
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{t('audit.when')}</dt>
        <dd>
          <time dateTime={entry.at}>{fullTime(new Date(entry.at), clock)}</time>
        </dd>
      </div>
      {facts.map(({ key, title, text }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function Changes({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { nameOf, textOf } = useAuditLabels(entry)
  return (
    <table className={styles['changes']}>
      <caption className="visually-hidden">{t('audit.changes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {auditRows(entry.changes).map((row) => (
          <tr key={row.path.join('/')}>
            <th scope="row">{nameOf(row)}</th>
            <td>
              <Value text={textOf(row.path, row.before)} variant="before" />
            </td>
            <td>
              <Value text={textOf(row.path, row.after)} variant="after" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ text, variant }: { text: string; variant: 'before' | 'after' }) {
  if (text === '') return <span aria-hidden="true">–</span>
  return variant === 'before' ? (
    <del className={styles['before']}>{text}</del>
  ) : (
    <ins className={styles['after']}>{text}</ins>
  )
}
