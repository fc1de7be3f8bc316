import { useTranslation } from 'react-i18next'
import { requestIdOf, useErrorWords } from '../../parts/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/states.tsx'
import styles from './home-page.module.css'

type Props = { title: string; failed: { error: unknown; refetch: () => Promise<unknown> } }

/** In place of the part of home that could not be loaded; the others stay. */
export function CardError({ title, failed: { error, refetch } }: Props) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const requestId = requestIdOf(error)
  return (
    <section className={styles['card']} aria-label={title}>
      <ErrorState
        title={t('home.failed', { part: title })}
        text={wordsOf(error)}
        note={requestId && t('error.requestId', { id: requestId })}
      >
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </ErrorState>
    </section>
  )
}
