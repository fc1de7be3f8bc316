import { Popover } from '../../ui/popover.tsx'
import ListFilter from 'lucide-react/icons/list-filter'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { useMedia } from '../../ui/use-media.ts'
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
  end: ReactNode
}

/** Search, saved filters and filters of a list in one row. Where there is little room the filters fold behind one button. */
export function ListFilters({ search, children, applied, onClear, saved, end }: Props) {
  const isWide = useMedia('(min-width: 1440px)')
  const isRoomy = useDrawer() === null && isWide
  return (
    <FilterBar search={{ ...search, id: searchFieldId, shortcut: '/' }} end={end}>
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

function FoldedFilters({ number, children }: { number: number; children: ReactNode }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button
          icon={<ListFilter size={15} aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {number > 0 ? t('list.filtersOn', { figure: count(number) }) : t('list.filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('list.filters')}>
        <div className={styles['folded']}>{children}</div>
      </Popover.Dropdown>
    </Popover>
  )
}
