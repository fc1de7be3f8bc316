import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'
import { Popover } from '../../../ui/popover.tsx'
import styles from './controls.module.css'

type Props = {
  label: string
  icon?: ReactNode
  prefix?: string | undefined
  value: string
  /** Quiet, behind the value. */
  note?: string | undefined
  children: (close: () => void) => ReactNode
}

/** A button that says what is chosen and opens the choices. Unlike a filter it is never without one. */
export function ControlChip({ label, icon, prefix, value, note, children }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      padding={6}
      label={label}
      button={
        <button type="button" className={styles['chip']}>
          {icon}
          <span className="visually-hidden">{label}: </span>
          {prefix && <span className={styles['note']}>{prefix}</span>}
          <span className={styles['value']}>{value}</span>
          {note && <span className={styles['note']}>{note}</span>}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
    >
      {children(() => setOpened(false))}
    </Popover>
  )
}
