import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import { useDrawer } from './use-drawer.ts'
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

/** Width of the edge that fades, in pixels. */
const fadedEdge = 32

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
  const drawer = useDrawer()
  const isCounted = counts !== undefined
  // A link may have chosen a tab that is out of sight, and an open drawer leaves less room. The strip alone scrolls: the page keeps its
  // place.
  useEffect(() => {
    const tab = shown.current?.getBoundingClientRect()
    const strip = shown.current?.parentElement
    if (!tab || !strip) return
    const room = strip.getBoundingClientRect()
    if (tab.right + fadedEdge > room.right) strip.scrollLeft += tab.right + fadedEdge - room.right
    else if (tab.left < room.left) strip.scrollLeft -= room.left + fadedEdge - tab.left
  }, [active, isCounted, drawer])
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
