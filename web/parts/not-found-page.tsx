import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import buttons from '../ui/button.module.css'
import { MessagePage } from '../ui/message-page.tsx'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <MessagePage status={404} title={t('notFound.title')} text={t('notFound.text')}>
      <Link to={paths.home()} className={`${buttons['button']} ${buttons['primary']}`}>
        {t('action.backToHome')}
      </Link>
    </MessagePage>
  )
}
