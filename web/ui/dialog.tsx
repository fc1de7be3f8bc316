import { createContext, type ReactNode, Suspense, use, useEffect, useEffectEvent, useState } from 'react'
import { loadPanels } from './load-panels.ts'
import { useFocusBack } from './use-focus-back.ts'
import { later } from '../later.tsx'

type Props = {
  opened: boolean
  title: ReactNode
  /** Pixels, or a size of the theme. */
  size?: number | 'sm'
  onClose: () => void
  children: ReactNode
}

const DialogPanel = later(async () => ({ default: (await loadPanels()).DialogPanel }), { isSilent: true })

/** Answers whether the dialog may close. */
type Guard = () => Promise<boolean>

const Guards = createContext<Set<Guard> | null>(null)

/** Asked before the dialog around it closes by Escape, its cross or a click beside it. Outside a dialog, never. */
export function useCloseGuard(guard: Guard): void {
  const guards = use(Guards)
  const ask = useEffectEvent(guard)
  useEffect(() => {
    const asked = () => ask()
    guards?.add(asked)
    return () => void guards?.delete(asked)
  }, [guards])
}

/** A question or a form in the middle of the screen, above every drawer. */
export function Dialog(dialog: Props) {
  useFocusBack(dialog.opened)
  const [guards] = useState(() => new Set<Guard>())
  const close = () => {
    if (guards.size === 0) dialog.onClose()
    else
      void Promise.all([...guards].map((guard) => guard())).then(
        (all) => all.every(Boolean) && dialog.onClose(),
      )
  }
  useEscape(dialog.opened, close)
  return (
    <Suspense>
      <DialogPanel {...dialog} onClose={close}>
        <Guards value={guards}>{dialog.children}</Guards>
      </DialogPanel>
    </Suspense>
  )
}

/** All that are open, the topmost last. */
const open: object[] = []
const answered = new WeakSet<Event>()

/** One Escape closes one dialog, the topmost; an open list in it has the key for itself. */
function useEscape(isOpen: boolean, close: () => void): void {
  const press = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    const own = {}
    open.push(own)
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || answered.has(event) || open.at(-1) !== own) return
      const { target } = event
      if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return
      answered.add(event)
      // By the time that the page hears of the key, the dialog is gone.
      event.preventDefault()
      press()
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => {
      open.splice(open.indexOf(own), 1)
      window.removeEventListener('keydown', hear, { capture: true })
    }
  }, [isOpen])
}
