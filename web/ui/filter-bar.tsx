import Search from 'lucide-react/icons/search'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './filter-bar.module.css'

const debounceMs = 250

type Props = {
  label?: string
  search: SearchProps
  /** Shares the row of the search, also on a phone. */
  beside?: ReactNode
  /** The filters as chips. */
  children?: ReactNode
  end?: ReactNode
}

/** Search field and filters of a list, in this order. */
export function FilterBar({ label, search, beside, children, end }: Props) {
  return (
    <search className={styles['filters']} aria-label={label} data-shared={beside ? '' : undefined}>
      <SearchField {...search} />
      {beside}
      <div className={styles['chips']}>{children}</div>
      {end && <div className={styles['end']}>{end}</div>}
    </search>
  )
}

type SearchProps = {
  id?: string
  label: string
  keyword: string
  /** The key that leads here, where the page has one. */
  shortcut?: string
  onSearch: (keyword: string | undefined) => void
}

function SearchField({ id, label, keyword, shortcut, onSearch }: SearchProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The address also changes without the field: going back, clearing all filters.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== keyword && document.activeElement !== field.current) {
      field.current.value = keyword
    }
  }, [keyword])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type() {
    clearTimeout(timer.current)
    timer.current = setTimeout(search, debounceMs)
  }

  function search() {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    onSearch(field.current?.value.trim() || undefined)
  }

  return (
    <label className={styles['search']}>
      <Search size={15} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
      <input
        ref={field}
        id={id}
        type="search"
        defaultValue={keyword}
        placeholder={label}
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        // Half-written Japanese is not yet a keyword.
        onChange={(event) => !(event.nativeEvent as InputEvent).isComposing && type()}
        onCompositionEnd={type}
        // Later it would lead back from where the reader has gone meanwhile.
        onBlur={search}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Some browsers empty the field.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </label>
  )
}
