import './toasts.css'
import { Notifications } from '@mantine/notifications'
import { Library } from './library.tsx'

/** The corner in which the console says what has happened. */
export function Toasts() {
  return (
    <Library>
      <Notifications position="top-right" autoClose={4000} limit={4} zIndex={1300} />
    </Library>
  )
}
