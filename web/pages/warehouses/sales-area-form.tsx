import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { type SalesArea, salesAreasKey } from '../../parts/queries/sales-area-queries.ts'
import { isCrm, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type RegionValue, SalesAreaRegions } from './sales-area-regions.tsx'
import { SalesAreaWarehouses } from './sales-area-warehouses.tsx'
import { fieldsOf, SettingForm } from '../../parts/settings/setting-form.tsx'
import { ShopTicks } from '../../parts/settings/shop-ticks.tsx'
import { useFormDraft } from '../../parts/settings/use-form-draft.ts'
import { showToast } from '../../ui/toast.ts'

type Values = {
  name: string
  isDefault: boolean
  shops: number[]
  regions: RegionValue[]
  warehouses: number[]
}

/** Over which version of a known one. */
type Sent = Values & { version: string | null | undefined }

/** Form for a sales area's shops and regions, and the warehouses that its orders are taken from. Without an area, it adds one. */
export function SalesAreaForm({ area }: { area: SalesArea | undefined }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: shops = [] } = useQuery(shopsQuery)
  const saved = valuesOf(area, me.shop_ids)
  const [isTried, setTried] = useState(false)
  const isReadOnly = area !== undefined && !area.may_edit
  const { save, error, isSaving } = useSaveSalesArea(area)
  const { values, isChanged, version, change, drop, settle } = useFormDraft(saved, area?.updated_at, error)
  const invalid = fieldsOf(error)
  const isNameless = isTried && values.name.trim() === ''
  const isNowhere = isTried && values.warehouses.length === 0

  function trySaving() {
    setTried(true)
    if (values.name.trim() === '' || values.warehouses.length === 0) return
    save({ ...values, version }, { onSuccess: ({ data }) => settle(data.updated_at) })
  }

  return (
    <SettingForm
      isNew={!area}
      isChanged={isChanged}
      isSaving={isSaving}
      readOnly={isReadOnly && t('salesArea.notYours')}
      save={t(area ? 'action.save' : 'salesArea.add')}
      leaveText={t('salesArea.leaveText')}
      error={error}
      onSave={trySaving}
      onCancel={drop}
    >
      <TextField
        label={t('warehouse.name')}
        value={values.name}
        readOnly={isReadOnly}
        maxLength={255}
        autoComplete="off"
        error={isNameless ? t('warehouse.nameRule') : invalid['name']}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Switch
        label={t('salesArea.default')}
        help={t('salesArea.defaultHelp')}
        checked={values.isDefault}
        disabled={isReadOnly || me.shop_ids.length > 0}
        onChange={(isDefault) => change({ isDefault })}
      />
      {!values.isDefault && (
        <>
          <ShopTicks
            legend={t('salesArea.shops')}
            shops={shops.filter((shop) => !isCrm(shop))}
            chosen={values.shops}
            ownShops={me.shop_ids}
            readOnly={isReadOnly}
            error={invalid['shop_ids']}
            onChange={(chosen) => change({ shops: chosen })}
          />
          <SalesAreaRegions
            regions={values.regions}
            readOnly={isReadOnly}
            invalid={invalid}
            onChange={(regions) => change({ regions })}
          />
        </>
      )}
      <SalesAreaWarehouses
        chosen={values.warehouses}
        readOnly={isReadOnly}
        error={isNowhere ? t('salesArea.warehouseRule') : invalid['warehouse_ids']}
        onChange={(warehouses) => change({ warehouses })}
      />
    </SettingForm>
  )
}

/** A new one is gone to the list, where it stands then. */
function useSaveSalesArea(area: SalesArea | undefined) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ version, name, isDefault, shops, regions, warehouses }: Sent) => {
      const body = {
        name,
        is_default: isDefault,
        shop_ids: isDefault ? [] : shops,
        regions: isDefault ? [] : regions.map(({ country, province }) => ({ country, province })),
        warehouse_ids: warehouses,
      }
      return area
        ? api('PUT /sales-areas/{id}', { params: { id: area.id }, body: { ...body, updated_at: version } })
        : api('POST /sales-areas', { once: true, body })
    },
    onSuccess: async ({ data: { name } }) => {
      showToast({
        tone: 'success',
        message: t(area ? 'warehouse.saved' : 'warehouse.added', { name }),
      })
      await queries.invalidateQueries({ queryKey: salesAreasKey })
      if (!area) await navigate({ to: paths.stock(), replace: true, ignoreBlocker: true })
    },
  })
  return { save: mutate, error, isSaving: isPending }
}

/** Answers the form's values. A user limited to some shops creates areas for these alone. */
function valuesOf(area: SalesArea | undefined, ownShops: number[]): Values {
  return {
    name: area?.name ?? '',
    isDefault: area?.is_default ?? false,
    shops: area?.shop_ids ?? ownShops,
    regions: (area?.regions ?? []).map(({ country, province }, key) => ({
      key,
      country,
      province: province ?? '',
    })),
    warehouses: area?.warehouse_ids ?? [],
  }
}
