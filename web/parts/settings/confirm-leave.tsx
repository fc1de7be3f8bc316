import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joinPath, language } from '../../page-language.ts'
import { paths } from '../../paths.ts'
import { beforeSignOut, holdPage, onceSignedIn } from '../../session.ts'
import { useCloseGuard } from '../../ui/dialog.tsx'
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

/** Leaving with a change that is not saved asks first, be it the page, the dialog around it or the session. */
export function ConfirmLeave({ when, isSaving = false, text, attempt }: Props) {
  const { t } = useTranslation()
  const asks = when && !isSaving
  // A click may come before the blocker hears of the last render.
  const asksNow = useRef(asks)
  useLayoutEffect(() => {
    asksNow.current = asks
  }, [asks])
  // The page stays, and the dialog or the drawer on it closes.
  const [closes, setCloses] = useState(false)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // A drawer's address stands below that of the page behind it.
      setCloses(current.pathname.startsWith(`${next.pathname}/`))
      return asksNow.current && attempt ? attempt(next.pathname) : asksNow.current
    },
    enableBeforeUnload: asks,
    withResolver: true,
  })
  const [answer, setAnswer] = useState<((leaves: boolean) => void) | null>(null)
  const mayLeave = async (byClosing: boolean) => {
    if (!asks) return true
    setCloses(byClosing)
    return new Promise<boolean>((resolve) => setAnswer(() => resolve))
  }
  useCloseGuard(() => mayLeave(true))
  const maySignOut = useEffectEvent(async () => {
    if (asks && attempt && !(await attempt(paths.signIn()))) return true
    return mayLeave(false)
  })
  useEffect(() => beforeSignOut(() => maySignOut()), [])
  function end(leaves: boolean) {
    if (leaves) proceed?.()
    else reset?.()
    answer?.(leaves)
    setAnswer(null)
  }
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
      opened={status === 'blocked' || answer !== null}
      title={t(closes ? 'shopSettings.closeTitle' : 'shopSettings.leaveTitle')}
      confirm={t(closes ? 'shopSettings.close' : 'shopSettings.leave')}
      variant="danger"
      onClose={() => end(false)}
      onConfirm={() => end(true)}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
