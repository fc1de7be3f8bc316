import { useTranslation } from 'react-i18next'
import { useCopy } from '../../parts/use-copy.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import styles from './courier.module.css'

export type WebhookSecret = { header: string; secret: string }

/** Values that the owner enters at the courier, so that the courier pushes parcel events by itself. */
export function CourierWebhook({ url, secret }: { url: string; secret: WebhookSecret | null }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const rows = [
    { name: t('courier.webhook.url'), value: url },
    ...(secret
      ? [
          { name: t('courier.webhook.header'), value: secret.header },
          { name: t('courier.webhook.secret'), value: secret.secret },
        ]
      : []),
  ]
  return (
    <Card title={t('courier.webhook.title')}>
      <div className={styles['form']}>
        <p className={styles['muted']}>{t('courier.webhook.text')}</p>
        {secret && <output className={styles['once']}>{t('courier.webhook.once')}</output>}
        <ul className={styles['facts']}>
          {rows.map(({ name, value }) => (
            <li key={name} className={styles['copy']}>
              <div className={styles['lines']}>
                <span className={styles['muted']}>{name}</span>
                <span>{value}</span>
              </div>
              <Button
                size="small"
                aria-label={`${t('courier.copy')}: ${name}`}
                onClick={() => void copy(value)}
              >
                {t('courier.copy')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
