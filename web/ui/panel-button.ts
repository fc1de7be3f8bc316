import { cloneElement, type JSX, type MouseEventHandler, useId, useState } from 'react'

/** A button, or an element that hands its attributes on to one. */
export type ButtonElement = JSX.Element

type Options = { popup: 'dialog' | 'menu'; opened: boolean; onToggle: () => void }

/**
 * A button and the panel that it opens. The panel is drawn by the component library, which may come later: the button stays the
 * same element then, and keeps the focus.
 */
export function usePanelButton(button: ButtonElement, { popup, opened, onToggle }: Options) {
  const id = useId()
  const [isWanted, setWanted] = useState(opened)
  if (opened && !isWanted) setWanted(true)
  const { onClick = onToggle } = button.props as { onClick?: MouseEventHandler }
  const attributes = {
    id,
    onClick,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    'aria-controls': opened ? panelId(id) : undefined,
  }
  return {
    button: cloneElement(button, attributes),
    /** Stays after the panel was closed: closing is drawn, and gives the focus back. */
    panel: isWanted ? { id } : null,
  }
}

/** As the library names the panel of a button. */
const panelId = (button: string) => `${button}-dropdown`
