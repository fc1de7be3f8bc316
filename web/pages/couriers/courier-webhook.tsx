import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import styles from './courier.module.css'
import { showToast } from '../../ui/toast.ts'

export type WebhookSecret = { header: string; secret: string }

/** Values that the owner enters at the courier, so that the courier pushes parcel events by itself. */
export function CourierWebhook({ url, secret }: { url: string; secret: WebhookSecret | null }) {
  const { t } = useTranslation()
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

  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value)
      showToast({ tone: 'success', message: t('courier.copied') })
    } catch {
      showToast({ tone: 'error', message: t('courier.notCopied') })
    }
  }
}
