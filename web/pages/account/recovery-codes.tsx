import { useTranslation } from 'react-i18next'
import { useCopy } from '../../parts/use-copy.ts'
import { Button } from '../../ui/button.tsx'
import styles from './account.module.css'

/** Seen once, to be written down. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <section className={styles['codes']} aria-label={t('factor.recovery')}>
      <p>{t('factor.recoveryHelp')}</p>
      <ul className={styles['codeList']}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button onClick={() => void copy(codes.join('\n'))}>{t('factor.copy')}</Button>
        <Button variant="primary" onClick={onDone}>
          {t('factor.noted')}
        </Button>
      </div>
    </section>
  )
}
