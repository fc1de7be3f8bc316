import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { joinPath, language } from '../../page-language.ts'
import { paths } from '../../paths.ts'
import { holdPage } from '../../session.ts'
import { showToast } from '../../ui/toast.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

type Props = {
  when: boolean
  text: string
  /** Tries to save what would be lost, on the way to another page. Answers whether something still would be. */
  attempt?: (to: string) => Promise<boolean>
}

/** Leaving with a change that is not saved asks first. */
export function ConfirmLeave({ when, text, attempt }: Props) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => (when && attempt ? attempt(next.pathname) : when),
    enableBeforeUnload: when,
    withResolver: true,
  })
  useEffect(() => {
    if (!when) return
    return holdPage(() =>
      showToast({
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
      }),
    )
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
