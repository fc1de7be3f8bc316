import type { ReactNode } from 'react'
import styles from './pill.module.css'

export type PillHue = 'grey' | 'amber' | 'blue' | 'indigo' | 'cyan' | 'green' | 'orange' | 'red'

/** A dot and a word: never colour alone. */
export function Pill({ hue, children }: { hue: PillHue; children: ReactNode }) {
  return (
    <span data-whole="" className={`${styles['pill']} ${styles[hue]}`}>
      {children}
    </span>
  )
}
