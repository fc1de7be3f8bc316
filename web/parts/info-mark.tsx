import Info from 'lucide-react/icons/info'
import { type ReactNode, useState } from 'react'
import { Popover } from '../ui/popover.tsx'
import styles from './info-mark.module.css'

/** A mark that opens what a figure means. The label names the figure for a screen reader. */
export function InfoMark({ label, children }: { label: string; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      padding={12}
      label={label}
      focus="text"
      button={
        <button type="button" className={styles['mark']} aria-label={label}>
          <Info size={13} aria-hidden="true" />
        </button>
      }
    >
      {children}
    </Popover>
  )
}
