import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import styles from './list-tabs.module.css'

type Props<Key extends string> = {
  label: string
  /** The choice between views of the list, before the tabs where there is no room beside the title. */
  view?: ReactNode
  /** Name of the first tab. */
  all?: string
  tabs: readonly { key: Key; label: string }[]
  active: Key | undefined
  /** Rows that the other filters leave in each tab; undefined while they load. */
  counts: Partial<Record<Key, number>> | undefined
  /** More rows than this match in all tabs together, which are too many to count. */
  moreThan?: number | undefined
  onChange: (key: Key | undefined) => void
}

/** One tab per state, and first one for all, with exactly how many rows the other filters leave in it. */
export function ListTabs<Key extends string>({
  label,
  view,
  all: name,
  tabs,
  active,
  counts,
  moreThan,
  onChange,
}: Props<Key>) {
  const { t } = useTranslation()
  const shown = useRef<HTMLLIElement>(null)
  const isCounted = counts !== undefined
  // A link may have chosen a tab that is out of sight on a phone. The strip alone scrolls: the page keeps its place.
  useEffect(() => {
    const { offsetLeft: start = 0, offsetWidth: width = 0, parentElement: strip } = shown.current ?? {}
    if (strip) strip.scrollLeft = start + width > strip.clientWidth ? start - 120 : 0
  }, [active, isCounted])
  const figures = counts && tabs.map(({ key }) => counts[key] ?? 0)
  const total = figures?.reduce((sum, one) => sum + one, 0)
  const all = {
    key: undefined,
    label: name ?? t('list.all'),
    figure: moreThan === undefined ? total !== undefined && count(total) : `${count(moreThan)}+`,
  }
  return (
    <ul className={styles['tabs']} data-sideways="" aria-label={label}>
      {view && <li>{view}</li>}
      {[all, ...tabs.map((tab, at) => ({ ...tab, figure: figures && count(figures[at] ?? 0) }))].map(
        ({ key, label: text, figure }) => (
          <li key={key ?? 'all'} ref={active === key ? shown : null}>
            <button
              type="button"
              className={styles['tab']}
              aria-pressed={active === key}
              onClick={() => onChange(key)}
            >
              {text} <span className={styles['count']}>{figure}</span>
            </button>
          </li>
        ),
      )}
    </ul>
  )
}
