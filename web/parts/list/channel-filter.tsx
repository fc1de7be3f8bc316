import { useTranslation } from 'react-i18next'
import { CheckList, FilterChip } from '../../ui/filter-chip.tsx'
import { ChannelMark } from '../channel-mark.tsx'

type Props = {
  channels: { id: number; name: string }[]
  /** The chosen ones by name; null: none is chosen. */
  value: string | null
  chosen: number[] | undefined
  onChange: (channels: number[] | undefined) => void
}

export function ChannelFilter({ channels, value, chosen = [], onChange }: Props) {
  const { t } = useTranslation()
  return (
    <FilterChip
      label={t('list.allChannels')}
      value={value}
      clearLabel={t('list.removeFilter', { filter: t('list.channel') })}
      onClear={() => onChange(undefined)}
    >
      {() => (
        <CheckList
          options={channels.map(({ id, name }) => ({
            value: id,
            label: (
              <>
                <ChannelMark platformId={id} /> {name}
              </>
            ),
          }))}
          chosen={chosen}
          onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
        />
      )}
    </FilterChip>
  )
}
