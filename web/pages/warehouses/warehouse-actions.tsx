import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type Warehouse, warehousesKey } from '../../parts/queries/warehouse-queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { DeleteButton } from '../../parts/settings/delete-button.tsx'
import { SettingActions } from '../../parts/settings/setting-form.tsx'
import { showToast } from '../../ui/toast.ts'

/** Actions that need a confirmation: make the warehouse the default one, or delete it. */
export function WarehouseActions({ warehouse }: { warehouse: Warehouse }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { id, name, updated_at } = warehouse
  const params = { id }
  const makeDefault = useMutation({
    mutationFn: () =>
      api('PUT /warehouses/{id}', { params, body: { is_default: true, begin_at_zero: true, updated_at } }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('warehouse.madeDefault', { name }) })
      setAsking(false)
      await queries.invalidateQueries({ queryKey: warehousesKey })
    },
  })
  return (
    <Card>
      <SettingActions>
        {(warehouse.kind === 'virtual' || warehouse.delisted_at) && (
          <DeleteButton
            label={t('warehouse.delete')}
            title={t('warehouse.deleteTitle', { name })}
            text={t('warehouse.deleteText')}
            list={paths.stock()}
            listKey={warehousesKey}
            remove={async () => {
              await api('DELETE /warehouses/{id}', { params })
              return t('warehouse.deleted', { name })
            }}
          />
        )}
        {warehouse.status === 1 && (
          <Button
            onClick={() => {
              makeDefault.reset()
              setAsking(true)
            }}
          >
            {t('warehouse.makeDefault')}
          </Button>
        )}
      </SettingActions>
      <ConfirmDialog
        opened={isAsking}
        title={t('warehouse.makeDefaultTitle', { name })}
        confirm={t('warehouse.makeDefault')}
        busy={makeDefault.isPending}
        error={makeDefault.error && errorMessage(makeDefault.error)}
        onClose={() => setAsking(false)}
        onConfirm={() => makeDefault.mutate()}
      >
        <ul>
          <li>{t('warehouse.makeDefaultSells')}</li>
          <li>{t('warehouse.zero')}</li>
          <li>{t('warehouse.makeDefaultHeld')}</li>
        </ul>
      </ConfirmDialog>
    </Card>
  )
}
