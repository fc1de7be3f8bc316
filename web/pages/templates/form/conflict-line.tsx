import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../template-page.module.css'
import { useDraft, useFrame } from './use-draft.ts'

/** Somebody else saved the template: joining both, or starting over from theirs. */
export function ConflictLine() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const errorMessage = useErrorMessage()
  const conflict = useDraft((state) => state.conflict)
  const clashes = useDraft((state) => state.clashes)
  const settle = (field: (typeof clashes)[number]['field'], isTheirs: boolean) => {
    draft.settle(field, isTheirs)
    void draft.save()
  }
  return (
    <>
      {conflict !== null && (
        <div className={styles['line']} role="alert">
          <p>{errorMessage(conflict)}</p>
          <Button size="small" onClick={() => void draft.merge()}>
            {t('templates.merge')}
          </Button>
          <Button size="small" onClick={() => void draft.reload()}>
            {t('templates.reload')}
          </Button>
        </div>
      )}
      {clashes.map(({ field }) => {
        const name = t(`templates.field.${field}`)
        return (
          <div key={field} className={styles['line']} role="alert">
            <p>{t('templates.clash', { field: name })}</p>
            <Button
              size="small"
              aria-label={`${t('templates.keepMine')} · ${name}`}
              onClick={() => settle(field, false)}
            >
              {t('templates.keepMine')}
            </Button>
            <Button
              size="small"
              aria-label={`${t('templates.useTheirs')} · ${name}`}
              onClick={() => settle(field, true)}
            >
              {t('templates.useTheirs')}
            </Button>
          </div>
        )
      })}
    </>
  )
}
