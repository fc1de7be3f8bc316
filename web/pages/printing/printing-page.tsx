import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../parts/load-error.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { printTemplateQuery } from '../../parts/print-template.ts'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { allows, meQuery } from '../../session.ts'
import { Skeleton } from '../../ui/states.tsx'
import { PrintersCard } from './printers-card.tsx'
import { WaybillForm } from './waybill-form.tsx'

/** The printers of the account, and the waybills that we make ourselves. */
export function PrintingPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.printing'))
  const { data: me } = useSuspenseQuery(meQuery)
  return (
    <SettingFrame>
      {allows(me, 'settings.shipment') && allows(me, 'orders.print') && <PrintersCard />}
      <WaybillTemplate />
    </SettingFrame>
  )
}

function WaybillTemplate() {
  const { t } = useTranslation()
  const { data: kept, error, refetch } = useQuery(printTemplateQuery)
  if (kept) return <WaybillForm kept={kept} />
  if (!error) return <Skeleton width="60%" height={36} />
  return <LoadError title={t('waybill.failed')} error={error} onRetry={refetch} />
}
