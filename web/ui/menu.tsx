import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { loadPanels } from './load-panels.ts'
import { type ButtonElement, usePanelButton } from './panel-button.ts'
import { later } from '../later.tsx'

export type MenuProps = {
  /** The menu stands at it, and opens and closes with it. */
  button: ButtonElement
  position: 'bottom-start' | 'bottom-end' | 'top-end'
  /** Pixels. */
  width?: number
  /** The first entry has the focus from the beginning, else the first arrow key gives it. */
  focus?: 'first' | 'none'
  children: ReactNode
}

type EntryProps = {
  leftSection?: ReactNode
  title?: string | undefined
  disabled?: boolean
  className?: string | undefined
  'aria-current'?: 'page'
  'aria-description'?: string
  onClick?: () => void
  children: ReactNode
} & ({ component: 'a'; href: string | undefined; target?: string } | { component?: never })

const MenuPanel = later(async () => ({ default: (await loadPanels()).MenuPanel }), { isSilent: true })
export const MenuItem = later(
  async () => ({
    default: (await loadPanels()).MenuItem as ComponentType<EntryProps>,
  }),
  { isSilent: true },
)
export const MenuDivider = later(async () => ({ default: (await loadPanels()).MenuDivider }), {
  isSilent: true,
})

/** Actions behind a button. */
export function Menu({ button, ...menu }: MenuProps) {
  const [opened, setOpened] = useState(false)
  const onToggle = () => setOpened(!opened)
  const { button: shown, panel } = usePanelButton(button, { popup: 'menu', opened, onToggle })
  return (
    <>
      {shown}
      {panel && (
        <Suspense>
          <MenuPanel {...menu} {...panel} opened={opened} onChange={setOpened} />
        </Suspense>
      )}
    </>
  )
}
