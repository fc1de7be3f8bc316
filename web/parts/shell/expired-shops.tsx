import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ChannelMark } from '../channel-mark.tsx'
import type { Shop } from '../queries/shop-queries.ts'
import { useNow, When } from '../when.tsx'
import styles from './expired-shops.module.css'
import { Dialog } from '../../ui/dialog.tsx'

/** Orders do not come in from these shops, and nobody would look for what is not there. */
export function ExpiredShops({ shops, onClose }: { shops: Shop[]; onClose: (hide: boolean) => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [hide, setHide] = useState(false)
  return (
    <Dialog opened onClose={() => onClose(hide)} title={t('expired.title', { count: shops.length })}>
      <p className={styles['text']}>{t('expired.text')}</p>
      <ul className={styles['shops']}>
        {shops.map((shop) => (
          <li key={shop.id}>
            <ChannelMark platformId={shop.platform_id} large />
            <span>
              {shop.system_name}
              <Ended shop={shop} />
            </span>
          </li>
        ))}
      </ul>
      <label className={styles['hide']}>
        <input type="checkbox" checked={hide} onChange={(event) => setHide(event.currentTarget.checked)} />
        {t('expired.hide')}
      </label>
      <div className={styles['actions']}>
        <Button onClick={() => onClose(hide)}>{t('action.close')}</Button>
        <Button
          variant="primary"
          onClick={() => {
            onClose(hide)
            void navigate({ to: paths.channels() })
          }}
        >
          {t('expired.go')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The state, and since when where its end was known. */
function Ended({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const isRevoked = shop.auth_state === 'revoked'
  const at = shop.token_expired_at
  return (
    <small>
      {shop.platform?.data.name} · {t(isRevoked ? 'shop.auth.revoked' : 'shop.auth.expired')}{' '}
      {!isRevoked && at !== null && new Date(at) <= now && <When at={at} deadline />}
    </small>
  )
}
