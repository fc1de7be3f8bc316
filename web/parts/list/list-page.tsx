import { Outlet } from '@tanstack/react-router'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { usePageTitle } from '../page-title.ts'
import styles from './list-page.module.css'
import { useDrawer } from './use-drawer.ts'

type Props = {
  title: string
  /** Beside the title: how fresh the list is. */
  mark?: ReactNode
  actions?: ReactNode
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
export function ListPage({ title, mark, actions, tabs, filters, waiting, scrollerRef, ...rest }: Props) {
  usePageTitle(title)
  const drawer = useDrawer()
  return (
    <>
      <main className={styles['page']} inert={drawer === 'over'} data-drawer={drawer ?? undefined}>
        <div className={styles['title']}>
          <h1>{title}</h1>
          {mark}
          {actions && <div className={styles['actions']}>{actions}</div>}
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
