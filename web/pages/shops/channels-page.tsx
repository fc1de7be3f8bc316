import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BeginHere, useInstruction } from '../../parts/begin-here.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { ShopSummary } from '../../parts/shop-summary.tsx'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import { allows, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { LinkResult } from './link-result.tsx'
import { LinkShop } from './link-shop-dialog.tsx'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { SettingList } from '../../parts/settings/setting-list.tsx'

/** The linked shops, how each of them stands, and the way to link another one. */
export function ChannelsPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.channels'))
  const params: { shopId?: string } = useParams({ strict: false })
  const { data: me } = useSuspenseQuery(meQuery)
  const mayLink = allows(me, 'settings.channels')
  const instruction = useInstruction()
  const [linking, setLinking] = useState(false)
  const shops = useQuery({
    ...shopsQuery,
    // A first sync moves every second; the stream tells only its steps.
    refetchInterval: ({ state: { data } }) =>
      data?.some((shop) => shop.is_order_sync && shop.sync?.data.state === 'running') ? 2000 : false,
  })
  const linkButton = (
    <BeginHere isOn={instruction.isOn}>
      <Button
        variant="primary"
        icon={<Plus size={16} aria-hidden="true" />}
        onClick={() => {
          setLinking(true)
          void instruction.forget()
        }}
      >
        {t('channels.link')}
      </Button>
    </BeginHere>
  )
  return (
    <>
      <SettingFrame actions={mayLink && linkButton} inert={params.shopId !== undefined}>
        <LinkResult />
        <SettingList
          rows={shops}
          help="link-marketplace"
          labels={{
            failed: t('channels.failed'),
            none: t('channels.none'),
            noneText: t('channels.noneText'),
          }}
        >
          {(shop) => <ShopSummary shop={shop} reconnects />}
        </SettingList>
        <LinkShop opened={linking} onClose={() => setLinking(false)} />
      </SettingFrame>
      <Outlet />
    </>
  )
}
