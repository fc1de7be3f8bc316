import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { SelectField } from '../ui/select-field.tsx'
import { Switch } from '../ui/switch.tsx'

/** From the largest on: what comes after is a part of it. */
export const places = ['province', 'district', 'ward'] as const
export type Place = (typeof places)[number]

/** By the courier's numbers; empty: not chosen yet. `isNew`: of the list of two levels, which has no districts. */
export type Chosen = Record<Place, string> & { isNew?: boolean }
type Props = {
  value: Chosen
  missing: readonly string[]
  onChange: (value: Chosen) => void
  /** Code of the courier whose list it is. Left out: the first one that has a list. */
  courier?: string
  /** Offers the list of two levels too. */
  offersNew?: boolean
}

/** A place by the courier's own list. A province that was merged in July 2025 has its new name beside it, which addresses of two levels use. */
export function PlaceFields({ value, missing, onChange, courier, offersNew = false }: Props) {
  const { t } = useTranslation()
  const { province, district, isNew = false } = value
  const levels = isNew ? '2' : '3'
  const provinces = useAreas(['provinces', courier, levels], true, async (signal) =>
    (await api('GET /deliveries/provinces', { query: { courier, levels }, signal })).data.map((one) => ({
      id: one.id,
      name: one.is_merged && one.name_new && !isNew ? `${one.name} (${one.name_new})` : one.name,
    })),
  )
  const hasDistricts = province !== '' && !isNew
  const districts = useAreas(['districts', courier, province], hasDistricts, async (signal) => {
    const query = { courier, province_id: province }
    return (await api('GET /deliveries/districts', { query, signal })).data.map(named)
  })
  const within = isNew ? province : district
  const wards = useAreas(['wards', courier, levels, within], within !== '', async (signal) => {
    const query = { courier, ...(isNew ? { province_id: province } : { district_id: district }) }
    const { data } = await api('GET /deliveries/wards', { query, signal })
    return data.map(({ code: id, name }) => ({ id, name }))
  })
  const list = (place: Place, label: string, areas: Named[], rest: Partial<Chosen>) => (
    <SelectField
      label={label}
      value={value[place]}
      disabled={areas.length === 0}
      error={missing.includes(place) ? t('confirmOrder.missing') : undefined}
      onChange={({ currentTarget }) => onChange({ ...value, ...rest, [place]: currentTarget.value })}
    >
      <option value="">{t('confirmOrder.choose')}</option>
      {areas.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
  return (
    <>
      {offersNew && (
        <Switch
          label={t('book.placeNew')}
          help={isNew ? t('book.placeNewText') : ''}
          checked={isNew}
          onChange={(is) => onChange({ province: '', district: '', ward: '', isNew: is })}
        />
      )}
      {list('province', t('book.placeProvince'), provinces, { district: '', ward: '' })}
      {!isNew && list('district', t('book.placeDistrict'), districts, { ward: '' })}
      {list('ward', t('book.placeWard'), wards, {})}
    </>
  )
}

type Named = { id: string; name: string }

const named = ({ id, name }: Named): Named => ({ id, name })

/** The same for everybody, and for a day. */
function useAreas(
  key: (string | undefined)[],
  isAsked: boolean,
  ask: (signal: AbortSignal) => Promise<Named[]>,
): Named[] {
  const { data = [] } = useQuery({
    queryKey: ['areas', ...key],
    queryFn: ({ signal }) => ask(signal),
    enabled: isAsked,
    staleTime: Infinity,
  })
  return data
}
