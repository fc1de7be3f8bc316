import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../parts/error-message.ts'
import { isConnected, isCrm, isLockedOut, type Shop } from '../../parts/queries/shop-queries.ts'
import { Button } from '../../ui/button.tsx'
import styles from './link-again.module.css'
import { linkTitle, useConsent, usePlatforms } from './link-shop-dialog.tsx'
import { LinkWithKeys } from './link-with-keys.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** For a shop that is not linked any more, or not for long: the owner's consent, or its keys, once more. */
export function LinkAgain({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const consent = useConsent()
  const [asksKeys, setAsksKeys] = useState(false)
  const isNeeded = shop.auth_state !== 'ok' || !isConnected(shop)
  const platform = usePlatforms(isNeeded).data?.find(({ id }) => id === shop.platform_id)
  if (!isNeeded) return null
  const tone = isLockedOut(shop) ? 'bad' : 'warning'
  const close = () => setAsksKeys(false)
  return (
    <div className={styles['again']} data-tone={isConnected(shop) || tone === 'bad' ? tone : undefined}>
      <p>{textOf(shop, t)}</p>
      <Button
        variant="primary"
        busy={consent.isPending}
        disabled={!platform?.is_configured}
        onClick={() =>
          platform?.linked_by === 'consent' ? consent.mutate(shop.platform_id) : setAsksKeys(true)
        }
      >
        {t('channels.linkAgain')}
      </Button>
      {consent.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(consent.error)}
        </p>
      )}
      {platform && (
        <Dialog opened={asksKeys} onClose={close} title={linkTitle(t, platform)}>
          <LinkWithKeys platform={platform} again={shop} onBack={close} onDone={close} />
        </Dialog>
      )}
    </div>
  )
}

function textOf(shop: Shop, t: TFunction): string {
  if (shop.auth_state === 'expired' || shop.auth_state === 'revoked') {
    const lost = t(`shop.lost.${shop.auth_state}`, { platform: shop.platform?.data.name ?? '' })
    return isCrm(shop) ? lost : `${lost} ${t('shop.lostMeans')}`
  }
  return t(isConnected(shop) ? 'expiring.text' : 'channels.unlinkedText')
}
