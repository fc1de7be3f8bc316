import { Popover } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostAtOnce } from '../../../../model/order-action.ts'
import { allows, meQuery } from '../../../session.ts'
import { ExportForm } from './export-button.tsx'

/** Asks for the chosen orders alone as a file. Its progress is told like that of every export. */
export function ExportChosen({ ids }: { ids: number[] }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [opened, setOpened] = useState(false)
  if (!allows(me, 'orders.export')) return null
  return (
    <Popover opened={opened} onChange={setOpened} position="top" width={260} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <Download size={15} aria-hidden="true" />
          {t('exports.export')}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {ids.length > mostAtOnce ? (
          <p>{t('bulkAction.tooMany', { most: mostAtOnce })}</p>
        ) : (
          <ExportForm query={{ ids }} total={ids.length} onAsked={() => setOpened(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
