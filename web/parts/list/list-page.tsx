import { Outlet } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { useFolded } from '../../ui/use-folded.ts'
import { usePageTitle } from '../page-title.ts'
import styles from './list-page.module.css'
import { PhoneActions } from './phone-actions.tsx'
import { useDrawer } from './use-drawer.ts'

type Props = {
  title: string
  /** Beside the title: how fresh the list is. */
  mark?: ReactNode
  actions?: ReactNode
  /** The most important one, which stays beside the others where they fold. */
  mainAction?: ReactNode
  tabs?: ReactNode
  filters: ReactNode
  /** Rows that came while the reader was busy with the list. */
  waiting: { count: number; label: string; show: () => void }
  scrollerRef: RefObject<HTMLDivElement | null>
  children: ReactNode
  pager: ReactNode
  selectionBar: ReactNode
}

/** The frame of a list page, from top to bottom. A row's drawer stands beside it on a wide screen, over it elsewhere. */
export function ListPage(props: Props) {
  const { title, mark, actions, mainAction, tabs, filters, waiting, scrollerRef, ...rest } = props
  usePageTitle(title)
  const drawer = useDrawer()
  // Beside a drawer, longer languages would need a second line for the buttons.
  const { rowRef, endRef, isFolded } = useFolded()
  return (
    <>
      <main className={styles['page']} inert={drawer === 'over'} data-drawer={drawer ?? undefined}>
        <div className={styles['title']} ref={rowRef}>
          <h1>{title}</h1>
          {mark}
          {actions && (
            <div className={styles['actions']} ref={endRef}>
              {isFolded ? <PhoneActions>{actions}</PhoneActions> : actions}
              {mainAction}
            </div>
          )}
        </div>
        {tabs}
        {filters}
        <div className={styles['list']}>
          {waiting.count > 0 && (
            <div className={styles['waiting']}>
              <Button
                variant="primary"
                size="small"
                onClick={() => {
                  scrollerRef.current?.scrollTo({ top: 0 })
                  window.scrollTo({ top: 0 })
                  waiting.show()
                }}
              >
                {waiting.label}
              </Button>
            </div>
          )}
          {rest.children}
        </div>
        {rest.pager}
        {rest.selectionBar}
      </main>
      <div data-beside>
        <Outlet />
      </div>
    </>
  )
}
