import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DemoKeys } from '../../parts/demo-keys.tsx'
import { connectedCouriersQuery, couriersQuery } from '../../parts/queries/courier-queries.ts'
import { paths } from '../../paths.ts'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { CourierKeysForm } from './courier-keys-form.tsx'
import { StatusPill } from './courier-list.tsx'
import { CourierPlaces } from './courier-places.tsx'
import { CourierWebhook, type WebhookSecret } from './courier-webhook.tsx'
import { DeliveryDefaultsCard } from './delivery-defaults-form.tsx'
import { DisconnectCourier } from './disconnect-courier.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { StoreForm } from './store-form.tsx'

/** One courier: connecting it, and what belongs to it once it is connected. */
export function CourierDrawer() {
  const { t } = useTranslation()
  const params: { courier?: string } = useParams({ strict: false })
  const navigate = useNavigate()
  const all = useQuery(couriersQuery)
  const connected = useQuery(connectedCouriersQuery)
  // Shown once, and forgotten with this drawer.
  const [secret, setSecret] = useState<WebhookSecret | null>(null)
  const courier = all.data?.find(({ code }) => code === params.courier)
  const account = connected.data?.find(({ code }) => code === params.courier)
  const error = all.error ?? connected.error
  const close = () => void navigate({ to: paths.shipment() })

  if (all.data && !courier) throw notFound({ routeId: rootRouteId })
  const isHere = courier && connected.data
  return (
    <DrawerFrame
      title={
        <>
          <h2>{courier?.name ?? <Skeleton width={160} height={18} />}</h2>
          {account && <StatusPill account={account} />}
        </>
      }
      onClose={close}
    >
      {error && !isHere && (
        <LoadError
          title={t('courier.failed')}
          error={error}
          onRetry={() => Promise.all([all.refetch(), connected.refetch()])}
        />
      )}
      {!isHere && !error && (
        <Card>
          <Skeleton width="100%" height={120} />
        </Card>
      )}
      {isHere && (
        <Card title={t(account ? 'courier.account' : 'courier.connectTitle')}>
          {!account && <DemoKeys />}
          {courier.has_stores ? (
            <StoreForm
              key={account?.updated_at ?? 'new'}
              courier={courier}
              account={account}
              onSecret={setSecret}
            />
          ) : (
            <CourierKeysForm key={account?.updated_at ?? 'new'} courier={courier} account={account} />
          )}
        </Card>
      )}
      {account?.webhook_url && <CourierWebhook url={account.webhook_url} secret={secret} />}
      {account && courier?.has_pickup_places && <CourierPlaces />}
      {account && courier && <DeliveryDefaultsCard courier={courier} />}
      {account && <DisconnectCourier account={account} />}
    </DrawerFrame>
  )
}
