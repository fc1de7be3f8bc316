import { notifications } from '@mantine/notifications'
import Copy from 'lucide-react/icons/copy'
import Star from 'lucide-react/icons/star'
import X from 'lucide-react/icons/x'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { ExportChosen } from '../export/export-chosen.tsx'
import { PrintChoice } from '../print/print-choice.tsx'
import styles from './selection-bar.module.css'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  onStar: ((isStar: 0 | 1) => void) | null
  canPrint: boolean
  /** Buttons for further actions. */
  children?: ReactNode
}

/** Number of chosen orders, with the actions for all of them at once. */
export function SelectionBar({ selection, onStar, canPrint, children }: Props) {
  const { t } = useTranslation()
  const { size } = selection

  const params: { orderId?: string } = useParams({ strict: false })
  // With an order open, the keys and the palette mean that one.
  usePageActions(
    onStar && size > 0 && params.orderId === undefined
      ? [
          { name: 'star', label: t('orders.starAll'), key: 'f', run: () => onStar(1) },
          { name: 'unstar', label: t('orders.unstarAll'), run: () => onStar(0) },
        ]
      : [],
  )

  async function copyCodes() {
    await navigator.clipboard.writeText([...selection.chosen.values()].map(({ code }) => code).join('\n'))
    notifications.show({ color: 'teal', message: t('orders.codesCopied', { count: size }) })
  }

  return (
    <section className={styles['place']} aria-label={t('orders.selection')}>
      {size > 0 && (
        <div className={styles['bar']}>
          <output className={styles['count']}>
            {t('orders.selected', { count: size, figure: count(size) })}
          </output>
          {children}
          {canPrint && <PrintChoice ids={[...selection.chosen.keys()]} />}
          <ExportChosen ids={[...selection.chosen.keys()]} />
          {onStar && (
            <>
              <button type="button" onClick={() => onStar(1)}>
                <Star size={15} aria-hidden="true" />
                {t('orders.starAll')}
              </button>
              <button type="button" onClick={() => onStar(0)}>
                {t('orders.unstarAll')}
              </button>
            </>
          )}
          <button type="button" onClick={() => void copyCodes()}>
            <Copy size={15} aria-hidden="true" />
            {t('orders.copyCodes')}
          </button>
          <button
            type="button"
            className={styles['close']}
            aria-label={t('orders.clearSelection')}
            title={t('orders.clearSelection')}
            onClick={selection.clear}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </section>
  )
}
