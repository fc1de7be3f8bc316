import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './begin-here.module.css'

/** In the address of a page that somebody was sent to by the first steps. */
export const instructionFlag = 'user_instruction'

/**
 * Answers whether the first steps sent the reader here. The button that they point at calls `forget` before anything else, so
 * that a page which is gone back to, opened again or passed on points at nothing.
 */
export function useInstruction(): { isOn: boolean; forget: () => Promise<void> } {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const isOn = search[instructionFlag] === 'true'
  return {
    isOn,
    async forget() {
      if (!isOn) return
      await navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, [instructionFlag]: undefined }),
        replace: true,
      })
    },
  }
}

/** Points at a button. The button stays the same one, pointed at or not, or it would lose the focus and the click. */
export function BeginHere({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className={styles['around']} data-on={isOn || undefined}>
      {children}
      {isOn && <output className={styles['note']}>{t('setup.beginHere')}</output>}
    </span>
  )
}
