import { Popover as MantinePopover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core'
import { type KeyboardEvent, useEffect } from 'react'
import { keepFocus } from './keep-focus.ts'

type Props = PopoverProps & { opened: boolean; onChange: (opened: boolean) => void }

/** A panel at a button. Mantine hears Escape only inside the panel, where the focus goes a moment after it opened: the button hears it too. */
export function Popover({ opened, onChange, ...more }: Props) {
  useEffect(() => {
    // Heard before Mantine, which removes the panel at once: else a drawer around it would close along.
    const hear = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && event.preventDefault()
    if (opened) document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [opened])
  function onKeyDown(event: KeyboardEvent) {
    if (opened && event.key === 'Escape') onChange(false)
  }
  // Mantine hands what it does not know itself on to the button.
  const button = { onKeyDown }
  return <MantinePopover {...more} {...button} opened={opened} onChange={onChange} />
}

/** Without the focus in it, nothing would hear the keys. */
function Dropdown(props: PopoverDropdownProps) {
  return <MantinePopover.Dropdown {...props} ref={keepFocusIn} />
}

const keepFocusIn = (panel: HTMLDivElement | null) => (panel ? keepFocus(panel) : undefined)

Popover.Target = MantinePopover.Target
Popover.Dropdown = Dropdown
