import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { salesAreasKey, salesAreasQuery } from '../../parts/queries/sales-area-queries.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/drawer-frame.tsx'
import { DeleteButton } from '../../parts/settings/delete-button.tsx'
import { SalesAreaForm } from './sales-area-form.tsx'
import { SettingDrawer } from '../../parts/settings/setting-drawer.tsx'
import { SettingActions } from '../../parts/settings/setting-form.tsx'

/** One sales area, or a new one. */
export function SalesAreaDrawer() {
  const { t } = useTranslation()
  const { areaId }: { areaId?: string } = useParams({ strict: false })
  const { data: areas } = useQuery(salesAreasQuery)
  return (
    <SettingDrawer
      rows={areas}
      id={areaId}
      title={t('salesArea.title')}
      list={paths.stock()}
      form={(area) => <SalesAreaForm area={area} />}
      actions={({ id, name, may_edit: mayEdit }) =>
        mayEdit && (
          <Card>
            <SettingActions>
              <DeleteButton
                label={t('warehouse.delete')}
                title={t('warehouse.deleteTitle', { name })}
                text={t('salesArea.deleteText')}
                list={paths.stock()}
                listKey={salesAreasKey}
                remove={async () => {
                  await api('DELETE /sales-areas/{id}', { params: { id } })
                  return t('warehouse.deleted', { name })
                }}
              />
            </SettingActions>
          </Card>
        )
      }
    />
  )
}
