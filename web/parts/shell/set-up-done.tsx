import { useNavigate } from '@tanstack/react-router'
import PartyPopper from 'lucide-react/icons/party-popper'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import styles from './popup.module.css'
import { Dialog } from '../../ui/dialog.tsx'

/** The first steps are done: from here on the console works by itself. */
export function SetUpDone({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Dialog opened onClose={onClose} title={t('setup.doneTitle')} size={400}>
      <p className={styles['text']}>
        <PartyPopper size={28} strokeWidth={1.5} aria-hidden="true" />
        {t('setup.doneText')}
      </p>
      <div className={styles['actions']}>
        <Button onClick={onClose}>{t('action.close')}</Button>
        <Button
          variant="primary"
          onClick={() => {
            onClose()
            void navigate({ to: paths.orders() })
          }}
        >
          {t('setup.doneGo')}
        </Button>
      </div>
    </Dialog>
  )
}
