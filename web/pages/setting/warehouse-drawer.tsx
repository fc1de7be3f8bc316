import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { warehousesQuery } from '../../parts/warehouses.ts'
import { paths } from '../../paths.ts'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { WarehouseActions } from './warehouse-actions.tsx'
import { WarehouseForm } from './warehouse-form.tsx'

/** One warehouse, or a new one. */
export function WarehouseDrawer() {
  const { t } = useTranslation()
  const params: { warehouseId?: string } = useParams({ strict: false })
  const isNew = params.warehouseId === undefined
  const navigate = useNavigate()
  const { data: warehouses } = useQuery(warehousesQuery)
  const warehouse = warehouses?.find((one) => one.id === Number(params.warehouseId))
  const close = () => void navigate({ to: paths.stock() })

  if (!isNew && warehouses && !warehouse) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={
        <h2>{isNew ? t('warehouse.title') : (warehouse?.name ?? <Skeleton width={160} height={18} />)}</h2>
      }
      onClose={close}
    >
      {(isNew || warehouse) && (
        <Card>
          <WarehouseForm key={warehouse?.id ?? 'new'} warehouse={warehouse} />
        </Card>
      )}
      {warehouse && !warehouse.is_default && <WarehouseActions warehouse={warehouse} />}
    </DrawerFrame>
  )
}
