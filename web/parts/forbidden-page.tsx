import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import buttons from '../ui/button.module.css'
import { MessagePage } from '../ui/message-page.tsx'

export function ForbiddenPage() {
  const { t } = useTranslation()
  return (
    <MessagePage status={403} title={t('forbidden.title')} text={t('forbidden.text')}>
      <Link to={paths.account()} className={buttons['button']}>
        {t('forbidden.account')}
      </Link>
      <Link to={paths.home()} className={`${buttons['button']} ${buttons['primary']}`}>
        {t('action.backToHome')}
      </Link>
    </MessagePage>
  )
}
