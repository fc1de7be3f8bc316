import { useId } from 'react'
import styles from './switch.module.css'

type Props = {
  label: string
  help: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** Does at once what it says, unlike a box in a form. */
export function Switch({ label, help, checked, disabled = false, onChange }: Props) {
  const id = useId()
  return (
    <label className={styles['row']}>
      <span className={styles['words']}>
        <span id={`${id}-label`}>{label}</span>
        <small id={`${id}-help`}>{help}</small>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles['switch']}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
