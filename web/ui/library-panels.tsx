import { Menu as MantineMenu, Modal, Popover as MantinePopover } from '@mantine/core'
import { type ReactNode, type Ref, useDeferredValue, useEffect, useImperativeHandle } from 'react'
import { useTranslation } from 'react-i18next'
import { keepFocus } from './keep-focus.ts'
import { Library } from './library.tsx'
import type { MenuProps } from './menu.tsx'
import type { PopoverProps } from './popover.tsx'

const look = { shadow: 'none', transitionProps: { duration: 100 }, offset: 6 } as const

export const { Item: MenuItem, Divider: MenuDivider } = MantineMenu

/** `id` is that of the button. */
type Panel = { id: string }

export function PopoverPanel(panel: Omit<PopoverProps, 'button'> & Panel) {
  const {
    id,
    opened,
    onChange,
    label,
    padding,
    focus = 'first',
    returnsFocus = true,
    children,
    ...rest
  } = panel
  const isShown = useShown(opened)
  useEffect(() => {
    if (!opened) return
    // Heard before Mantine, which hears it only inside the panel and removes that at once: else a drawer around it would close along.
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (event.target instanceof Element && event.target.id === id) onChange(false)
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [opened, onChange, id])
  const trapFocus = focus !== 'none'
  return (
    <Library>
      <MantinePopover
        {...look}
        {...rest}
        id={id}
        opened={isShown}
        onChange={onChange}
        trapFocus={trapFocus}
        returnFocus={trapFocus && returnsFocus}
      >
        <MantinePopover.Target>
          <Place at={id} />
        </MantinePopover.Target>
        <MantinePopover.Dropdown
          ref={keepFocusIn}
          {...(padding !== undefined && { p: padding })}
          {...(label !== undefined && { 'aria-label': label })}
          {...(focus === 'text' && { 'data-autofocus': true })}
        >
          {children}
        </MantinePopover.Dropdown>
      </MantinePopover>
    </Library>
  )
}

type MenuPanelProps = Omit<MenuProps, 'button'> &
  Panel & { opened: boolean; onChange: (opened: boolean) => void }

export function MenuPanel({ id, opened, focus = 'none', children, ...menu }: MenuPanelProps) {
  const isShown = useShown(opened)
  return (
    <Library>
      <MantineMenu
        {...look}
        {...menu}
        id={id}
        opened={isShown}
        withInitialFocusPlaceholder={focus === 'none'}
      >
        <MantineMenu.Target>
          <Place at={id} />
        </MantineMenu.Target>
        <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
      </MantineMenu>
    </Library>
  )
}

type DialogPanelProps = {
  opened: boolean
  title: ReactNode
  size?: number | 'sm' | undefined
  onClose: () => void
  children: ReactNode
}

export function DialogPanel(dialog: DialogPanelProps) {
  const { t } = useTranslation()
  return (
    <Library>
      <Modal
        {...dialog}
        centered
        zIndex={1200}
        returnFocus={false}
        closeOnEscape={false}
        // The second click of a double click on what opened it lands on the overlay.
        closeOnClickOutside={false}
        overlayProps={{ backgroundOpacity: 0.35, onClick: ({ detail }) => detail < 2 && dialog.onClose() }}
        transitionProps={{ duration: 100 }}
        closeButtonProps={{ 'aria-label': t('action.close') }}
      />
    </Library>
  )
}

/** Without the focus in it, nothing would hear the keys. */
const keepFocusIn = (panel: HTMLDivElement | null) => (panel ? keepFocus(panel) : undefined)

/** Drawn closed before it opens: the library keeps what had the focus then, to give it back. */
function useShown(opened: boolean): boolean {
  const isDrawn = useDeferredValue(true, false)
  return opened && isDrawn
}

/** Draws nothing: it tells the library that the panel stands at a button of ours. */
function Place({ at, ref }: { at: string; ref?: Ref<HTMLElement | null> }) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => document.getElementById(at), [at])
  return null
}
