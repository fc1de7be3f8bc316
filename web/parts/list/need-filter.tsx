import styles from './need-filter.module.css'

type Props = { label: string; figure: string | null; isOn: boolean; onChange: (isOn: boolean) => void }

/** A question that is asked daily, with how many rows answer it; pressed, it is a filter. */
export function NeedFilter({ label, figure, isOn, onChange }: Props) {
  return (
    <button type="button" className={styles['need']} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {label} {figure !== null && <small>{figure}</small>}
    </button>
  )
}
