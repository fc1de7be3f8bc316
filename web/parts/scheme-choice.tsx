import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { type ColorScheme, useColorScheme } from '../ui/color-scheme.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './scheme-choice.module.css'

const schemes = [
  { value: 'light', icon: Sun },
  { value: 'dark', icon: Moon },
  { value: 'auto', icon: Monitor },
] as const satisfies { value: ColorScheme; icon: typeof Sun }[]

/** Light, dark or as the system says. */
export function SchemeChoice({ wordy = false }: { wordy?: boolean }) {
  const { t } = useTranslation()
  const [scheme, setScheme] = useColorScheme()
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">{t('theme.label')}</legend>
      {schemes.map(({ value, icon: Icon }) => (
        <label key={value} className={styles['option']} title={t(`theme.${value}`)}>
          <input type="radio" name={name} checked={scheme === value} onChange={() => setScheme(value)} />
          <Icon size={15} aria-hidden="true" />
          <span className={wordy ? undefined : 'visually-hidden'}>{t(`theme.${value}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
