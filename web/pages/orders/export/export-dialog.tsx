import { useTranslation } from 'react-i18next'
import { OrderExportForm } from './export-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Asks for the chosen orders alone as a file. Its progress is told like that of every export. */
export function ExportDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened onClose={onClose} title={t('exports.export')} size="sm">
      <OrderExportForm query={{ ids }} total={ids.length} onAsked={onClose} />
    </Dialog>
  )
}
