import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allows, meQuery } from '../../session.ts'
import { ChoiceList, FilterChip } from '../../ui/filter-chip.tsx'
import { useAfterPage } from '../after-page.ts'
import { segmentsQuery, type Segment } from '../queries/customer-queries.ts'

type Props = { chosen: number | undefined; onChange: (id: number | undefined) => void }

/** Segments of the account, after the page has its own data; undefined: not known yet, or not for this reader. */
export function useSegments(): Segment[] | undefined {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data } = useQuery({ ...segmentsQuery, enabled: useAfterPage() && allows(me, 'customers.view') })
  return data
}

/** Name of the chosen segment, or that it was deleted; an ellipsis until it is known, null: none is chosen. */
export function useSegmentName(chosen: number | undefined): string | null {
  const { t } = useTranslation()
  const segments = useSegments()
  if (chosen === undefined) return null
  const segment = segments?.find(({ id }) => id === chosen)
  return segment?.name ?? (segments ? t('list.deletedSegment') : '…')
}

/** The filter by a segment. Left out where there is none to choose. */
export function SegmentFilter({ chosen, onChange }: Props) {
  const { t } = useTranslation()
  const segments = useSegments()
  const name = useSegmentName(chosen)
  if (!segments?.length && chosen === undefined) return null
  return (
    <FilterChip
      label={t('list.segment')}
      value={name}
      clearLabel={t('list.removeFilter', { filter: t('list.segment') })}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <ChoiceList
          options={(segments ?? []).map(({ id, name: label }) => ({ value: id, label }))}
          chosen={chosen}
          onChoose={(id) => {
            onChange(id)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}
