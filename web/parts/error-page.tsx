import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import buttons from '../ui/button.module.css'
import { MessagePage } from '../ui/message-page.tsx'

/** Page for an unexpected error. Its status is 500 unless the server sent another. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation()
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
        onClick={() => {
          reset()
          location.reload()
        }}
      >
        {t('action.retry')}
      </Button>
    </MessagePage>
  )
}
