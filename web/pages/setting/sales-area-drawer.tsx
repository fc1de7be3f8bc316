import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import { type SalesArea, salesAreasKey, salesAreasQuery } from '../../parts/sales-areas.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card, DrawerFrame } from '../../ui/drawer-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { SalesAreaForm } from './sales-area-form.tsx'
import styles from './warehouse-form.module.css'

/** One sales area, or a new one. */
export function SalesAreaDrawer() {
  const { t } = useTranslation()
  const params: { areaId?: string } = useParams({ strict: false })
  const isNew = params.areaId === undefined
  const navigate = useNavigate()
  const { data: areas } = useQuery(salesAreasQuery)
  const area = areas?.find((one) => one.id === Number(params.areaId))
  const close = () => void navigate({ to: paths.stock() })

  if (!isNew && areas && !area) throw notFound({ routeId: rootRouteId })
  return (
    <DrawerFrame
      title={<h2>{isNew ? t('salesArea.title') : (area?.name ?? <Skeleton width={160} height={18} />)}</h2>}
      onClose={close}
    >
      {(isNew || area) && (
        <Card>
          <SalesAreaForm key={area?.id ?? 'new'} area={area} />
        </Card>
      )}
      {area?.may_edit && <DeleteSalesArea area={area} />}
    </DrawerFrame>
  )
}

function DeleteSalesArea({ area: { id, name } }: { area: SalesArea }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api('DELETE /sales-areas/{id}', { params: { id } }),
    onSuccess: async () => {
      // Away from it first, as it is not found any more.
      await navigate({ to: paths.stock(), replace: true, ignoreBlocker: true })
      notifications.show({ color: 'teal', message: t('warehouse.deleted', { name }) })
      await queries.invalidateQueries({ queryKey: salesAreasKey })
    },
  })
  return (
    <Card>
      <div className={styles['actions']}>
        <Button onClick={() => setAsking(true)}>{t('warehouse.delete')}</Button>
      </div>
      <ConfirmDialog
        opened={isAsking}
        title={t('warehouse.deleteTitle', { name })}
        confirm={t('warehouse.delete')}
        look="danger"
        busy={remove.isPending}
        error={remove.error && wordsOf(remove.error)}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>{t('salesArea.deleteText')}</p>
      </ConfirmDialog>
    </Card>
  )
}
