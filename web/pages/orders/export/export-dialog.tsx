import { useTranslation } from 'react-i18next'
import { ExportForm } from '../../../parts/export-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useOrderExport } from './order-export.ts'

/** Asks for the chosen orders alone as a file. Its progress is told like that of every export. */
export function ExportDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { t } = useTranslation()
  const list = useOrderExport({ ids }, ids.length)
  return (
    <Dialog opened onClose={onClose} title={t('exports.export')} size="sm">
      <ExportForm {...list} onAsked={onClose} />
    </Dialog>
  )
}
