import { type ReactNode, Suspense } from 'react'
import { loadPanels } from './load-panels.ts'
import { type ButtonElement, usePanelButton } from './panel-button.ts'
import { later } from '../later.tsx'

export type PopoverProps = {
  /** The panel stands at it. Pressed, it opens and closes the panel, unless it brings an `onClick` of its own. */
  button: ButtonElement
  opened: boolean
  onChange: (opened: boolean) => void
  /** Name of the panel, where its button does not tell it. */
  label?: string
  position?: 'bottom' | 'bottom-start' | 'bottom-end'
  /** Pixels, or as wide as the button. */
  width?: number | 'target'
  /** Pixels around what is in it. */
  padding?: number
  zIndex?: number
  /** Text alone takes the focus as a whole; a hint that the pointer opens takes none. */
  focus?: 'first' | 'text' | 'none'
  /** False: closing leads on to something else, which takes the focus. */
  returnsFocus?: boolean
  children: ReactNode
}

const PopoverPanel = later(async () => ({ default: (await loadPanels()).PopoverPanel }), { isSilent: true })

/** A panel at a button. */
export function Popover({ button, ...popover }: PopoverProps) {
  const { opened, onChange } = popover
  const { button: shown, panel } = usePanelButton(button, {
    popup: 'dialog',
    opened,
    onToggle: () => onChange(!opened),
  })
  return (
    <>
      {shown}
      {panel && (
        <Suspense>
          <PopoverPanel {...popover} {...panel} />
        </Suspense>
      )}
    </>
  )
}
