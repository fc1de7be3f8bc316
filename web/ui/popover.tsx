import { Popover as MantinePopover, type PopoverProps } from '@mantine/core'
import type { KeyboardEvent } from 'react'

type Props = PopoverProps & { opened: boolean; onChange: (opened: boolean) => void }

/** A panel at a button. Mantine hears Escape only inside the panel, where the focus goes a moment after it opened: the button hears it too. */
export function Popover({ opened, onChange, ...more }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    if (!opened || event.key !== 'Escape') return
    // Else a drawer around the button would close along.
    event.preventDefault()
    onChange(false)
  }
  // Mantine hands what it does not know itself on to the button.
  const button = { onKeyDown }
  return <MantinePopover {...more} {...button} opened={opened} onChange={onChange} />
}

Popover.Target = MantinePopover.Target
Popover.Dropdown = MantinePopover.Dropdown
