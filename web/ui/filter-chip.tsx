import { Popover } from './popover.tsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type ReactNode, useState } from 'react'
import styles from './filter-chip.module.css'

type Props = {
  label: string
  icon?: ReactNode
  /** Applied value, which may begin with the label; null when nothing is applied. */
  value: string | null
  clearLabel: string
  onClear: () => void
  children: (close: () => void) => ReactNode
}

/** A filter: a button that opens its choices and, once applied, a chip that says what and can be taken off. */
export function FilterChip({ label, icon, value: applied, clearLabel, onClear, children }: Props) {
  const [opened, setOpened] = useState(false)
  const [atOpening, setAtOpening] = useState(applied)
  // A chip that grows goes to the next line, and would take its choices away from under the mouse.
  const value = opened ? atOpening : applied
  function open(next: boolean) {
    setAtOpening(applied)
    setOpened(next)
  }
  return (
    <span className={styles['chip']} data-applied={value !== null || undefined}>
      <Popover
        opened={opened}
        onChange={open}
        position="bottom-start"
        padding={6}
        label={label}
        button={
          <button type="button" className={styles['open']}>
            {icon}
            {value !== null && !value.startsWith(label) && <span className="visually-hidden">{label}: </span>}
            <span className={styles['value']}>{value ?? label}</span>
            {value === null && !icon && <ChevronDown size={14} aria-hidden="true" />}
          </button>
        }
      >
        {children(() => open(false))}
      </Popover>
      {value !== null && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={clearLabel}
          title={clearLabel}
          onClick={onClear}
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}

type CheckListProps<T> = {
  options: { value: T; label: ReactNode }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

export function CheckList<T extends string | number>({ options, chosen, onChange }: CheckListProps<T>) {
  return (
    <ul className={styles['list']}>
      {options.map(({ value, label }) => (
        <li key={value}>
          <label className={styles['option']}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(event.target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            {label}
          </label>
        </li>
      ))}
    </ul>
  )
}

type ChoiceListProps<T> = {
  options: { value: T; label: string; disabled?: boolean }[]
  chosen: T | undefined
  onChoose: (value: T) => void
}

/** One of them. */
export function ChoiceList<T extends string | number>({ options, chosen, onChoose }: ChoiceListProps<T>) {
  return (
    <ul className={styles['list']}>
      {options.map(({ value, label, disabled }) => (
        <li key={value}>
          <button
            type="button"
            disabled={disabled}
            className={styles['choice']}
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Several filters behind one chip, which scroll where they have no room. */
export function FilterSections({ children }: { children: ReactNode }) {
  return <div className={styles['sections']}>{children}</div>
}

export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles['section']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}
