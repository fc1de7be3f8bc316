import { useEffect, useState } from 'react'
import styles from './loading-bar.module.css'

const throttleMs = 200

/** Two pixels at the top edge: waits 200 ms before it shows, then takes five seconds to its end. */
export function LoadingBar({ active }: { active: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(active), active ? throttleMs : 0)
    return () => clearTimeout(timer)
  }, [active])
  return shown && <div className={styles['bar']} aria-hidden="true" />
}
