import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { forgetMembers, segmentsQuery, type Segment } from '../../../parts/queries/customer-queries.ts'
import { isConnected, isCrm, isLockedOut, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { AddFromFile } from './add-from-file.tsx'
import { SendToCrm } from './send-to-crm.tsx'
import { SegmentForm } from './segment-form.tsx'
import styles from './segments.module.css'

/** Segments with their customers and rules. One opens the customer list with itself as the filter. */
export function SegmentsPage() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: segments, error, refetch } = useQuery(segmentsQuery)
  const [edited, setEdited] = useState<Segment | 'new' | null>(null)
  const maySend = allows(me, 'customers.export')
  const { data: shops = [] } = useQuery({ ...shopsQuery, enabled: maySend })
  const crms = shops.filter((shop) => maySend && isCrm(shop) && (isConnected(shop) || isLockedOut(shop)))
  const [sent, setSent] = useState<Segment | null>(null)
  const [filled, setFilled] = useState<Segment | null>(null)
  const [removed, setRemoved] = useState<Segment | null>(null)
  usePageTitle(t('customers.segments'))
  const mayEdit = allows(me, 'customers.edit')
  const create = mayEdit && (
    <Button variant="primary" icon={<Plus size={15} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('customers.newSegment')}
    </Button>
  )
  return (
    <main className={styles['page']}>
      <div className={styles['title']}>
        <h1>{t('customers.segments')}</h1>
        {create}
      </div>
      {error && (
        <LoadError title={t('segments.segmentsFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!segments && !error && <Skeleton width="100%" height={160} />}
      {segments?.length === 0 && (
        <EmptyState title={t('segments.noSegments')} text={t('segments.noSegmentsText')} />
      )}
      {segments && segments.length > 0 && (
        <ul className={styles['list']}>
          {segments.map((segment) => (
            <SegmentRow
              key={segment.id}
              segment={segment}
              onEdit={mayEdit ? () => setEdited(segment) : null}
              onFile={mayEdit && segment.rules === null ? () => setFilled(segment) : null}
              onSend={crms.length > 0 ? () => setSent(segment) : null}
              onRemove={mayEdit ? () => setRemoved(segment) : null}
            />
          ))}
        </ul>
      )}
      {edited && <SegmentForm segment={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {filled && <AddFromFile segment={filled} onClose={() => setFilled(null)} />}
      {sent && <SendToCrm segment={sent} crms={crms} onClose={() => setSent(null)} />}
      {removed && <RemoveSegment segment={removed} onClose={() => setRemoved(null)} />}
    </main>
  )
}

type RowProps = {
  segment: Segment
  onEdit: (() => void) | null
  onFile: (() => void) | null
  onSend: (() => void) | null
  onRemove: (() => void) | null
}

function SegmentRow({ segment, onEdit, onFile, onSend, onRemove }: RowProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, name, description, rules, total_customer: total } = segment
  return (
    <li className={styles['segment']}>
      <span className={styles['words']}>
        <Link to={paths.customers()} search={{ shortlist_id: String(id) }}>
          {name}
        </Link>
        <small>
          {[
            rules === null ? t('segments.byHand') : t('segments.byRules', { count: rules.length }),
            description,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span className={styles['figure']}>{t('customers.total', { count: total, figure: count(total) })}</span>
      <Button size="small" onClick={() => void navigate({ to: paths.orders(), search: { segment_id: id } })}>
        {t('segments.openOrders')}
      </Button>
      {onSend && (
        <Button size="small" onClick={onSend}>
          {t('segments.sendToCrm')}
        </Button>
      )}
      {onFile && (
        <Button size="small" onClick={onFile}>
          {t('segments.addFromFile')}
        </Button>
      )}
      {onEdit && (
        <Button size="small" onClick={onEdit}>
          {t('customers.edit')}
        </Button>
      )}
      {onRemove && (
        <Button size="small" onClick={onRemove}>
          {t('customers.remove')}
        </Button>
      )}
    </li>
  )
}

function RemoveSegment({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const [isBusy, setBusy] = useState(false)
  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await api('DELETE /customers/shortlists/{id}', { params: { id: segment.id } })
      await forgetMembers(queries)
      onClose()
    } catch (error) {
      showToast({ tone: 'error', message: messageOf(error) })
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      opened
      title={t('segments.removeTitle', { name: segment.name })}
      confirm={t('customers.remove')}
      variant="danger"
      busy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {t('segments.removeText')}
    </ConfirmDialog>
  )
}
