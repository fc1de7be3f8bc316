import { Popover } from '../../ui/popover.tsx'
import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { useMedia, useNarrow } from '../../ui/use-media.ts'
import { count } from '../figures.ts'
import styles from './list-filters.module.css'
import { useDrawer } from './use-drawer.ts'
import { searchFieldId } from './use-list-keys.ts'

/** A filter that is applied: what it says, and how it is taken off. */
export type AppliedFilter = { key: string; label: string; clear: () => void }

type Props = {
  search: { label: string; keyword: string; onSearch: (keyword: string | undefined) => void }
  /** Filters that stand beside the search where there is room. */
  children: ReactNode
  applied: AppliedFilter[]
  onClear: () => void
  saved: ReactNode
  /** The choice of columns; on a phone, what else the page offers. */
  end: ReactNode
}

/**
 * Search, saved filters and filters of a list in one row. Where there is little room the filters fold behind one button; on a phone it
 * stands beside the search, holds the saved ones too and says how many are on.
 */
export function ListFilters({ search, children, applied, onClear, saved, end }: Props) {
  const isNarrow = useNarrow()
  const isWide = useMedia('(min-width: 1440px)')
  const isRoomy = useDrawer() === null && isWide
  const field = { ...search, id: searchFieldId, shortcut: '/' }
  if (isNarrow)
    return (
      <FilterBar
        search={field}
        beside={
          <>
            <FoldedFilters number={applied.length} isShort onClear={onClear}>
              {saved}
              {children}
            </FoldedFilters>
            {end}
          </>
        }
      />
    )
  return (
    <FilterBar search={field} end={end}>
      {saved}
      {isRoomy ? (
        children
      ) : (
        <>
          <FoldedFilters number={applied.length}>{children}</FoldedFilters>
          {applied.length > 0 && <AppliedFilters applied={applied} onClear={onClear} />}
        </>
      )}
    </FilterBar>
  )
}

/** Filters that are folded away and on: each can be taken off without unfolding. */
function AppliedFilters({ applied, onClear }: Pick<Props, 'applied' | 'onClear'>) {
  const { t } = useTranslation()
  return (
    <ul className={styles['applied']} aria-label={t('list.applied')}>
      {applied.map(({ key, label, clear }) => {
        const remove = t('list.removeFilter', { filter: label })
        return (
          <li key={key}>
            <button type="button" title={remove} aria-label={remove} onClick={clear}>
              <span>{label}</span>
              <X size={13} aria-hidden="true" />
            </button>
          </li>
        )
      })}
      <li>
        <Button variant="quiet" size="small" onClick={onClear}>
          {t('list.clearFilters')}
        </Button>
      </li>
    </ul>
  )
}

type FoldedProps = {
  number: number
  /** The button has a picture for its word. */
  isShort?: boolean
  /** Given where no list of the filters stands beside. */
  onClear?: () => void
  children: ReactNode
}

function FoldedFilters({ number, isShort = false, onClear, children }: FoldedProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const label = number > 0 ? t('list.filtersOn', { figure: count(number) }) : t('list.filters')
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      padding={12}
      label={t('list.filters')}
      button={
        <Button icon={<ListFilter size={15} aria-hidden="true" />} aria-label={label}>
          {isShort ? number > 0 && <strong className={styles['number']}>{count(number)}</strong> : label}
        </Button>
      }
    >
      <div className={styles['folded']}>
        {children}
        {onClear && number > 0 && (
          <Button variant="quiet" size="small" onClick={onClear}>
            {t('list.clearFilters')}
          </Button>
        )}
      </div>
    </Popover>
  )
}
