import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type ConnectedCourier, couriersKey } from '../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import styles from './courier.module.css'
import { showToast } from '../../ui/toast.ts'

/** Gives the courier up. What stays and what ends is said before. */
export function DisconnectCourier({ account }: { account: ConnectedCourier }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const { code, name } = account
  const disconnect = useMutation({
    mutationFn: () => api(`DELETE /deliveries/integrate/${code}` as 'DELETE /deliveries/integrate/jnt'),
    onSuccess: async () => {
      setAsks(false)
      await navigate({ to: paths.shipment(), ignoreBlocker: true })
      await queries.invalidateQueries({ queryKey: couriersKey })
      showToast({ tone: 'success', message: t('courier.disconnected', { courier: name }) })
    },
  })
  return (
    <Card>
      <div className={styles['actions']}>
        <Button
          onClick={() => {
            disconnect.reset()
            setAsks(true)
          }}
        >
          {t('courier.disconnect')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asks}
        title={t('courier.disconnectTitle', { courier: name })}
        confirm={t('courier.disconnect')}
        variant="danger"
        busy={disconnect.isPending}
        error={disconnect.error && errorMessage(disconnect.error)}
        onClose={() => setAsks(false)}
        onConfirm={() => disconnect.mutate()}
      >
        <ul>
          <li>{t('courier.disconnectEnds')}</li>
          <li>{t('courier.disconnectKeys')}</li>
          <li>{t('courier.disconnectStays')}</li>
        </ul>
      </ConfirmDialog>
    </Card>
  )
}
