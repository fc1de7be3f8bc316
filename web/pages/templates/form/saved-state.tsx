import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { When } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import styles from '../template-page.module.css'
import { useDraft, useFrame } from './use-draft.ts'

/** Says whether the draft is saved; it saves itself. */
export function SavedState() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const errorMessage = useErrorMessage()
  const save = useDraft((state) => state.save)
  const savedAt = useDraft((state) => state.savedAt)
  const error = useDraft((state) => state.error)
  if (error)
    return (
      <span className={styles['saved']} data-failed="" role="alert">
        {t('templates.notSaved', { reason: errorMessage(error) })}{' '}
        <Button size="small" onClick={() => void draft.save()}>
          {t('action.retry')}
        </Button>
      </span>
    )
  return (
    <output className={styles['saved']} data-state={save}>
      {save === 'saving' || save === 'changed' ? (
        t(save === 'saving' ? 'templates.saving' : 'templates.changed')
      ) : save === 'saved' ? (
        <>
          <Check size={13} aria-hidden="true" /> {t('templates.saved')}{' '}
          {savedAt !== null && <When at={new Date(savedAt).toISOString()} relative />}
        </>
      ) : null}
    </output>
  )
}
