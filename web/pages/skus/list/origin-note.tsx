import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useLocalStorage } from '../../../ui/use-local-storage.ts'
import styles from './sku-list.module.css'

/** Says where SKUs come from that nobody has looked at yet, and what to do first, until the reader closes it. */
export function OriginNote({ onReview }: { onReview: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [isClosed, setClosed] = useLocalStorage<boolean>(`sku-origin-closed-${me.id}`, false)
  if (isClosed) return null
  return (
    <p className={styles['origin']}>
      <span>
        {t('skus.origin')}{' '}
        {onReview && (
          <button type="button" onClick={onReview}>
            {t('skus.originReview')}
          </button>
        )}{' '}
        {allows(me, 'stock.adjust') && <Link to={paths.stockTakes()}>{t('skus.originCount')}</Link>}
      </span>
      <IconButton label={t('action.close')} onClick={() => setClosed(true)}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </p>
  )
}
