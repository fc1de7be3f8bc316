import { useLocation } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './phone-actions.module.css'

/** Actions of a list's page, in the row of its search: the first one as it is, the others, if there are any, behind one button. */
export function PhoneActions({ first, children }: { first?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  // An action that leads elsewhere is done with the menu.
  const [openAt, setOpenAt] = useState<string>()
  const opened = openAt === pathname
  const setOpened = (isOpen: boolean) => setOpenAt(isOpen ? pathname : undefined)
  return (
    <>
      {first}
      {children && (
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          padding={12}
          label={t('list.more')}
          button={<Button icon={<Ellipsis size={15} aria-hidden="true" />} aria-label={t('list.more')} />}
        >
          <div className={styles['actions']}>{children}</div>
        </Popover>
      )}
    </>
  )
}
