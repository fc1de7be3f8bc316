import Info from 'lucide-react/icons/info'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { Popover } from '../../../ui/popover.tsx'
import styles from '../analytics.module.css'
import type { FigureName } from './figure-names.ts'

/** A mark that opens what a figure counts, in one sentence, and below it what it is computed of. */
export function Definition({ figure, children }: { figure: FigureName; children?: ReactNode }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={280} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles['mark']}
          aria-label={t('analytics.meaning', { figure: t(`analytics.figure.${figure}`) })}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Info size={13} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        p={12}
        tabIndex={-1}
        data-autofocus
        aria-label={t('analytics.meaning', { figure: t(`analytics.figure.${figure}`) })}
      >
        {t(`analytics.means.${figure}`)}
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
