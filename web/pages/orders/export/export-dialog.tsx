import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ExportForm } from './export-button.tsx'

/** Asks for the chosen orders alone as a file. Its progress is told like that of every export. */
export function ExportDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('exports.export')}
      size="sm"
      centered
      zIndex={1200}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <ExportForm query={{ ids }} total={ids.length} onAsked={onClose} />
    </Modal>
  )
}
