import { Outlet, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../parts/page-title.ts'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { paths } from '../../paths.ts'
import { CourierList } from './courier-list.tsx'
import { DefaultCouriers } from './default-couriers.tsx'
import { SelfDelivery } from './self-delivery-form.tsx'

/** The couriers of the account, and which of them brings what. */
export function ShipmentPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.shipment'))
  const { pathname } = useLocation()
  return (
    <>
      <SettingFrame inert={pathname !== paths.shipment()}>
        <CourierList />
        <DefaultCouriers />
        <SelfDelivery />
      </SettingFrame>
      <Outlet />
    </>
  )
}
