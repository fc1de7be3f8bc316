import { Menu, MenuItem } from '../../ui/menu.tsx'
import Ellipsis from 'lucide-react/icons/ellipsis'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRoomFor } from '../../ui/use-room-for.ts'
import { count } from '../figures.ts'
import { usePageActions } from '../page-actions.ts'
import styles from './selection-bar.module.css'

/** Something that can be done with all chosen rows at once. */
export type SelectionAction = {
  name: string
  label: string
  icon?: ReactNode
  /** Its shortcut, while no row is open. */
  key?: string
  /** Why it cannot be done with these rows. */
  refusal?: string | undefined
  /** None of these rows waits for it, as far as is known: it keeps its place, and is not the primary one. */
  isUnlikely?: boolean
  run: () => void
}

type Props = {
  label: string
  size: number
  /** The likeliest first: the first three are buttons, as far as they have room, and the others a menu. */
  actions: SelectionAction[]
  /** All rows that match the filters, offered once the whole page (`shown` rows) is chosen. */
  all?: { total: number; shown: number; isLoading: boolean; select: () => void }
  /** With a row open, keys and the palette mean that one. */
  isRowOpen: boolean
  onClear: () => void
}

const mostButtons = 3

/** Bar over a list with the number of chosen rows, the actions on them, and the way out, which is always in sight. */
export function SelectionBar({ label, size, actions, all, isRowOpen, onClear }: Props) {
  const { t } = useTranslation()
  const chosen = t('list.selected', { count: size, figure: count(size) })
  const selectAll: SelectionAction[] =
    all && all.total > size && size >= all.shown
      ? [
          {
            name: 'select-all',
            label: all.isLoading ? t('list.selectingAll') : t('list.selectAll', { figure: count(all.total) }),
            run: all.select,
          },
        ]
      : []
  const offered = [...actions.slice(0, 1), ...selectAll, ...actions.slice(1)]
  const most = Math.min(mostButtons + selectAll.length, offered.length)
  const {
    frameRef,
    rowRef,
    count: buttons,
  } = useRoomFor(most, `${chosen} ${offered.map((one) => one.label).join(' ')}`)

  usePageActions(
    size > 0 && !isRowOpen
      ? actions
          .filter(({ refusal }) => refusal === undefined)
          .map(({ name, label: what, key, run }) => ({
            name,
            label: `${what} · ${chosen}`,
            run,
            ...(key && { key }),
          }))
      : [],
  )
  const menu = offered.slice(buttons)
  const inRow = offered.slice(0, buttons)
  return (
    <section className={styles['place']} aria-label={label} ref={frameRef}>
      {size > 0 && (
        <div className={styles['bar']} ref={rowRef}>
          <output className={styles['count']}>{chosen}</output>
          {selectAll
            .filter((action) => inRow.includes(action))
            .map(({ label: text, run }) => (
              <button key={text} type="button" className={styles['all']} onClick={run}>
                {text}
              </button>
            ))}
          {actions
            .filter((action) => inRow.includes(action))
            .map((action, at) => (
              <BarButton key={action.name} action={action} isFirst={at === 0 && !action.isUnlikely} />
            ))}
          {menu.length > 0 && <MoreMenu actions={menu} />}
          <button
            type="button"
            className={styles['close']}
            aria-label={t('list.clearSelection')}
            title={t('list.clearSelection')}
            onClick={onClear}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </section>
  )
}

function BarButton({ action, isFirst }: { action: SelectionAction; isFirst: boolean }) {
  const { label, icon, refusal, run } = action
  return (
    <button
      type="button"
      data-first={isFirst || undefined}
      disabled={refusal !== undefined}
      title={refusal}
      onClick={run}
    >
      {icon}
      {label}
    </button>
  )
}

function MoreMenu({ actions }: { actions: SelectionAction[] }) {
  const { t } = useTranslation()
  return (
    <Menu
      position="top-end"
      button={
        <button type="button" className={styles['more']} aria-label={t('list.more')} title={t('list.more')}>
          <Ellipsis size={16} aria-hidden="true" />
        </button>
      }
    >
      {actions.map(({ name, label, icon, refusal, run }) => (
        <MenuItem
          key={name}
          leftSection={icon}
          disabled={refusal !== undefined}
          title={refusal}
          onClick={run}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
