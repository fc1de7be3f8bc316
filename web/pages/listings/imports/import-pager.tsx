import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './imports.module.css'

type Props = { page: number; pages: number; onTurn: (page: number) => void }

/** Steps through a card's rows, where there are more than it shows at once. */
export function ImportPager({ page, pages, onTurn }: Props) {
  const { t } = useTranslation()
  if (pages <= 1) return null
  return (
    <div className={styles['actions']}>
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        {t('imports.previous')}
      </Button>
      <span className={styles['muted']}>{`${count(page)} / ${count(pages)}`}</span>
      <Button size="small" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('imports.next')}
      </Button>
    </div>
  )
}
