import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './keys-help.module.css'

const keys = ['search', 'move', 'select', 'open', 'close', 'help'] as const
const caps: Record<(typeof keys)[number], string[]> = {
  search: ['/'],
  move: ['J', 'K'],
  select: ['X'],
  open: ['Enter'],
  close: ['Esc'],
  help: ['?'],
}

export function KeysHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('keys.title')}
      size="sm"
      centered
      zIndex={1200}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <dl className={styles['keys']}>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              {caps[key].map((cap) => (
                <kbd key={cap}>{cap}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
