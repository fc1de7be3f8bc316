import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import { type Warehouse, warehousesKey } from '../../parts/warehouses.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import styles from './warehouse-form.module.css'

/** What is asked before: another default one, and the end of this one. */
export function WarehouseActions({ warehouse }: { warehouse: Warehouse }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'default' | 'delete' | null>(null)
  const { id, name } = warehouse
  const params = { id }
  const done = async (message: string) => {
    notifications.show({ color: 'teal', message })
    setAsks(null)
    await queries.invalidateQueries({ queryKey: warehousesKey })
  }
  const makeDefault = useMutation({
    mutationFn: () =>
      api('PUT /warehouses/{id}', { params, body: { is_default: true, begin_at_zero: true } }),
    onSuccess: () => done(t('warehouse.madeDefault', { name })),
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /warehouses/{id}', { params }),
    onSuccess: async () => {
      // Away from it first, as it is not found any more.
      await navigate({ to: paths.stock(), replace: true, ignoreBlocker: true })
      await done(t('warehouse.deleted', { name }))
    },
  })
  const ask = (what: 'default' | 'delete') => {
    makeDefault.reset()
    remove.reset()
    setAsks(what)
  }
  return (
    <Card>
      <div className={styles['actions']}>
        {warehouse.kind === 'virtual' && (
          <Button onClick={() => ask('delete')}>{t('warehouse.delete')}</Button>
        )}
        {warehouse.status === 1 && (
          <Button onClick={() => ask('default')}>{t('warehouse.makeDefault')}</Button>
        )}
      </div>
      <ConfirmDialog
        opened={asks === 'default'}
        title={t('warehouse.makeDefaultTitle', { name })}
        confirm={t('warehouse.makeDefault')}
        busy={makeDefault.isPending}
        error={makeDefault.error && wordsOf(makeDefault.error)}
        onClose={() => setAsks(null)}
        onConfirm={() => makeDefault.mutate()}
      >
        <ul>
          <li>{t('warehouse.makeDefaultSells')}</li>
          <li>{t('warehouse.zero')}</li>
          <li>{t('warehouse.makeDefaultHeld')}</li>
        </ul>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'delete'}
        title={t('warehouse.deleteTitle', { name })}
        confirm={t('warehouse.delete')}
        look="danger"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error)}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutate()}
      >
        <p>{t('warehouse.deleteText')}</p>
      </ConfirmDialog>
    </Card>
  )
}
