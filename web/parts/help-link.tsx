import { Link } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import { useTranslation } from 'react-i18next'
import type { FaqSlug } from '../../model/faq.ts'
import { paths } from '../paths.ts'
import styles from './help-link.module.css'

/** Leads from a screen to the very answer about it. */
export function HelpLink({ answer }: { answer: FaqSlug }) {
  const { t } = useTranslation()
  return (
    <Link to={paths.faq()} search={{ answer }} className={styles['link']}>
      <CircleHelp size={15} aria-hidden="true" />
      {t('faq.help')}
    </Link>
  )
}
