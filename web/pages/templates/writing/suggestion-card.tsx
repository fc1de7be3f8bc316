import { useTranslation } from 'react-i18next'
import { wordDifferences } from '../../../../model/word-differences.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './writing.module.css'

type Props = {
  label: string
  /** Why it is suggested. */
  reason?: string
  before: string
  after: string
  onUse: () => void
  onDiscard: () => void
}

/** A suggestion beside what is there now. Nothing changes until somebody uses it. */
export function SuggestionCard({ label, reason, before, after, onUse, onDiscard }: Props) {
  const { t } = useTranslation()
  const parts = wordDifferences(before, after)
  return (
    <section className={styles['card']} aria-label={t('templates.suggestionFor', { field: label })}>
      <h3>{t('templates.suggestionFor', { field: label })}</h3>
      {reason !== undefined && <p className={styles['reason']}>{reason}</p>}
      <dl>
        <dt>{t('templates.suggestionOld')}</dt>
        <dd>
          {before === '' && '–'}
          {parts
            .filter(({ kind }) => kind !== 'new')
            .map(({ text, kind }, at) => (kind === 'old' ? <del key={at}>{text}</del> : text))}
        </dd>
        <dt>{t('templates.suggestionNew')}</dt>
        <dd>
          {parts
            .filter(({ kind }) => kind !== 'old')
            .map(({ text, kind }, at) => (kind === 'new' ? <ins key={at}>{text}</ins> : text))}
        </dd>
      </dl>
      <div className={styles['buttons']}>
        <Button
          size="small"
          busy={false}
          aria-label={`${t('templates.suggestionUse')} · ${label}`}
          onClick={onUse}
        >
          {t('templates.suggestionUse')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={false}
          aria-label={`${t('templates.suggestionDiscard')} · ${label}`}
          onClick={onDiscard}
        >
          {t('templates.suggestionDiscard')}
        </Button>
      </div>
    </section>
  )
}
