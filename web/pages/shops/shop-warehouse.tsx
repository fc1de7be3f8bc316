import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import type { Shop } from '../../parts/queries/shop-queries.ts'
import { warehousesQuery } from '../../parts/queries/warehouse-queries.ts'
import { allows, meQuery } from '../../session.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useSaveShop } from './use-save-shop.tsx'

/** Choice of the warehouse with the shop's stock. The consequences of a choice are shown before it is made. */
export function ShopWarehouse({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: warehouses = [] } = useQuery({
    ...warehousesQuery,
    enabled: allows(me, 'settings.stock'),
  })
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const standard = warehouses.find((one) => one.is_default)
  // With one alone there is nothing to choose.
  if (!standard || (warehouses.length < 2 && shop.warehouse_id === null)) return null
  const own = warehouses.filter(
    (one) => one.id === shop.warehouse_id || (one.status === 1 && !one.is_default),
  )
  return (
    <>
      <SelectField
        label={t('shopWarehouse.label')}
        help={t('shopWarehouse.help')}
        value={shop.warehouse_id ?? ''}
        onChange={(event) => {
          const id = Number(event.currentTarget.value)
          const chosen = own.find((one) => one.id === id)
          setWanted(chosen ?? { id: null, name: standard.name })
        }}
      >
        <option value="">{t('shopWarehouse.default', { warehouse: standard.name })}</option>
        {own.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      {wanted && <AskWarehouse shop={shop} wanted={wanted} onClose={() => setWanted(null)} />}
    </>
  )
}

/** Null: whichever is the default one. */
type Wanted = { id: number | null; name: string }

function AskWarehouse({ shop, wanted, onClose }: { shop: Shop; wanted: Wanted; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { change, isSaving, error } = useSaveShop(shop)
  const warehouse = wanted.name
  return (
    <ConfirmDialog
      opened
      title={t('shopWarehouse.title', { shop: shop.system_name, warehouse })}
      confirm={t('shopWarehouse.confirm')}
      busy={isSaving}
      error={error && errorMessage(error)}
      onClose={onClose}
      onConfirm={() => change({ warehouse_id: wanted.id, begin_at_zero: true }, { onSaved: onClose })}
    >
      <ul>
        <li>{t('shopWarehouse.sells', { warehouse })}</li>
        <li>{t('shopWarehouse.told', { warehouse })}</li>
        <li>{t('warehouse.zero')}</li>
        <li>{t('shopWarehouse.held')}</li>
      </ul>
    </ConfirmDialog>
  )
}
