import { useQueryClient } from '@tanstack/react-query'
import Languages from 'lucide-react/icons/languages'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../model/language.ts'
import { language, languageNames } from '../page-language.ts'
import { switchLanguage } from '../session.ts'
import styles from './language-select.module.css'

/** The browser's own list: quick, familiar on a phone, and reachable by keyboard. */
export function LanguageSelect({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return (
    <label className={styles['frame']} data-compact={compact || undefined}>
      <Languages size={17} strokeWidth={1.8} aria-hidden="true" />
      <span className="visually-hidden">{t('shell.language')}</span>
      <select
        className={styles['select']}
        value={language}
        onChange={(event) => switchLanguage(queries, event.target.value as Language)}
      >
        {Object.entries(languageNames).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
