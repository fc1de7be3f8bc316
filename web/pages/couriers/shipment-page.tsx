import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../parts/page-title.ts'
import { printTemplateQuery } from '../../parts/print-template.ts'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import { Skeleton } from '../../ui/states.tsx'
import { CourierList } from './courier-list.tsx'
import { DefaultCouriers } from './default-couriers.tsx'
import { SelfDelivery } from './self-delivery-form.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import { PrintersCard } from './printers-card.tsx'
import { WaybillForm } from './waybill-form.tsx'

/** The couriers of the account, which of them brings what, and the waybills that we make ourselves. */
export function ShipmentPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.shipment'))
  const { pathname } = useLocation()
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <>
      <SettingFrame inert={pathname !== paths.shipment()}>
        {allows(me, 'settings.shipment') && (
          <>
            <CourierList />
            <DefaultCouriers />
            <SelfDelivery />
            {allows(me, 'orders.print') && <PrintersCard />}
          </>
        )}
        <WaybillTemplate />
      </SettingFrame>
      <Outlet />
    </>
  )
}

function WaybillTemplate() {
  const { t } = useTranslation()
  const { data: kept, error, refetch } = useQuery(printTemplateQuery)
  if (kept) return <WaybillForm kept={kept} />
  if (!error) return <Skeleton width="60%" height={36} />
  return <LoadError title={t('waybill.failed')} error={error} onRetry={refetch} />
}
