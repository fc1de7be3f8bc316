import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { warehousesQuery } from '../../parts/queries/warehouse-queries.ts'
import { paths } from '../../paths.ts'
import { SettingDrawer } from '../../parts/settings/setting-drawer.tsx'
import { WarehouseActions } from './warehouse-actions.tsx'
import { WarehouseForm } from './warehouse-form.tsx'

/** One warehouse, or a new one. */
export function WarehouseDrawer() {
  const { t } = useTranslation()
  const { warehouseId }: { warehouseId?: string } = useParams({ strict: false })
  const { data: warehouses } = useQuery(warehousesQuery)
  return (
    <SettingDrawer
      rows={warehouses}
      id={warehouseId}
      title={t('warehouse.title')}
      list={paths.stock()}
      form={(warehouse) => <WarehouseForm warehouse={warehouse} />}
      actions={(warehouse) => !warehouse.is_default && <WarehouseActions warehouse={warehouse} />}
    />
  )
}
