import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import styles from './need-filter.module.css'

type Props = {
  label: ReactNode
  figure?: string | null
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Name of the button of a filter that came from elsewhere and can only be taken off. */
  removeLabel?: string
}

/** A question that is asked daily, with how many rows answer it; pressed, it is a filter. */
export function NeedFilter({ label, figure = null, isOn, onChange, removeLabel }: Props) {
  return (
    <button
      type="button"
      className={styles['need']}
      aria-pressed={isOn}
      {...(removeLabel !== undefined && { 'aria-label': removeLabel, title: removeLabel })}
      onClick={() => onChange(!isOn)}
    >
      {label} {figure !== null && <small>{figure}</small>}
      {removeLabel !== undefined && <X size={14} aria-hidden="true" />}
    </button>
  )
}
