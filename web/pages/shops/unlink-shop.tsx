import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import {
  isConnected,
  isCrm,
  isLockedOut,
  type Shop,
  shopsKey,
  syncPercentKey,
} from '../../parts/queries/shop-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import styles from './shop-settings.module.css'
import { showToast } from '../../ui/toast.ts'

/** Gives the shop up. What stays and what ends is said before. */
export function UnlinkShop({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [asks, setAsks] = useState(false)
  const unlink = useMutation({
    mutationFn: () => api('DELETE /shops/{id}', { params: { id: shop.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: shopsKey })
      void queries.invalidateQueries({ queryKey: syncPercentKey })
      setAsks(false)
      showToast({
        tone: 'success',
        message: t(isCrm(shop) ? 'unlink.doneCrm' : 'unlink.done', { shop: shop.system_name }),
      })
    },
  })
  if (!isConnected(shop) && !isLockedOut(shop)) return null
  return (
    <Card>
      <div className={styles['unlink']}>
        <p>{t(isCrm(shop) ? 'unlink.textCrm' : 'unlink.text')}</p>
        <Button
          onClick={() => {
            unlink.reset()
            setAsks(true)
          }}
        >
          {t('unlink.button')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asks}
        title={t('unlink.title', { shop: shop.system_name })}
        confirm={t('unlink.button')}
        variant="danger"
        busy={unlink.isPending}
        error={unlink.error && errorMessage(unlink.error)}
        onClose={() => setAsks(false)}
        onConfirm={() => unlink.mutate()}
      >
        {shop.warehouse_id !== null && (
          <p>
            {t('unlink.warehouse')} <Link to={paths.stock()}>{t('unlink.warehouses')}</Link>
          </p>
        )}
        <ul>
          <li>{t(isCrm(shop) ? 'unlink.endsCrm' : 'unlink.ends')}</li>
          <li>{t('unlink.keys')}</li>
          <li>{t(isCrm(shop) ? 'unlink.staysCrm' : 'unlink.stays')}</li>
          <li>{t(isCrm(shop) ? 'unlink.backCrm' : 'unlink.back')}</li>
        </ul>
      </ConfirmDialog>
    </Card>
  )
}
