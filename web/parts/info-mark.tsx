import Info from 'lucide-react/icons/info'
import { type ReactNode, useState } from 'react'
import { Popover } from '../ui/popover.tsx'
import styles from './info-mark.module.css'

/** A mark that opens what a figure means. The label names the figure for a screen reader. */
export function InfoMark({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={280} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles['mark']}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Info size={13} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={12} tabIndex={-1} data-autofocus aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
