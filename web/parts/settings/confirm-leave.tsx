import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { joinPath, language } from '../../page-language.ts'
import { paths } from '../../paths.ts'
import { holdPage, onceSignedIn } from '../../session.ts'
import { hideToast, showToast } from '../../ui/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

type Props = {
  when: boolean
  /** The change is on its way to the server, so leaving asks nothing; a session that ends meanwhile would still lose it. */
  isSaving?: boolean
  text: string
  /** Tries to save what would be lost, on the way to another page. Answers whether something still would be. */
  attempt?: (to: string) => Promise<boolean>
}

/** Leaving with a change that is not saved asks first. */
export function ConfirmLeave({ when, isSaving = false, text, attempt }: Props) {
  const { t } = useTranslation()
  const asks = when && !isSaving
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => (asks && attempt ? attempt(next.pathname) : asks),
    enableBeforeUnload: asks,
    withResolver: true,
  })
  useEffect(() => {
    if (!when) return
    return holdPage(() => {
      const id = showToast({
        id: 'session-ended',
        tone: 'warning',
        shownMs: Infinity,
        title: t('error.sessionEnded'),
        message: (
          <>
            {t('error.notSavedYet')}{' '}
            <a href={joinPath(language, paths.signIn())} target="_blank" rel="noreferrer">
              {t('error.signInAgain')}
            </a>
          </>
        ),
      })
      onceSignedIn(() => hideToast(id))
    })
  }, [when, t])
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('shopSettings.leaveTitle')}
      confirm={t('shopSettings.leave')}
      variant="danger"
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
