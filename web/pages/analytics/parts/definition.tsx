import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InfoMark } from '../../../parts/info-mark.tsx'
import type { FigureName } from './figure-names.ts'

/** A mark that opens what a figure counts, in one sentence, and below it what it is computed of. */
export function Definition({ figure, children }: { figure: FigureName; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <InfoMark label={t('analytics.meaning', { figure: t(`analytics.figure.${figure}`) })}>
      {t(`analytics.means.${figure}`)}
      {children}
    </InfoMark>
  )
}
