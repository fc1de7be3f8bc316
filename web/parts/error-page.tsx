import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import buttons from '../ui/button.module.css'
import { MessagePage } from '../ui/message-page.tsx'

/** Page for an unexpected error. Its status is 500 unless the server sent another. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  // Without a network the browser would put a page of its own in the console's place.
  const [isWaiting, setWaiting] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const load = () => location.reload()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [isWaiting])
  const refused = error instanceof ApiError ? error : null
  return (
    <MessagePage
      status={refused && refused.status > 0 ? refused.status : 500}
      title={t('error.unknown')}
      text={refused?.message || t('error.pageText')}
      note={refused?.requestId ? t('error.requestId', { id: refused.requestId }) : undefined}
    >
      <Link to={paths.home()} className={buttons['button']}>
        {t('action.backToHome')}
      </Link>
      <Button
        variant="primary"
        busy={isWaiting}
        onClick={() => (navigator.onLine ? location.reload() : setWaiting(true))}
      >
        {t('action.retry')}
      </Button>
    </MessagePage>
  )
}
