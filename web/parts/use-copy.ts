import { useTranslation } from 'react-i18next'
import { showToast } from '../ui/toast.ts'

/** Puts a text on the clipboard and says so, in words of its own where it is given some. */
export function useCopy() {
  const { t } = useTranslation()
  return async (text: string, done = t('copy.done')) => {
    if (await copy(text)) showToast({ tone: 'success', message: done })
    else showToast({ tone: 'error', message: t('copy.failed') })
  }
}

/** Browsers lend their clipboard to safe addresses alone: over plain http the text is selected and copied, as by hand. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const before = document.activeElement
    const field = document.createElement('textarea')
    field.value = text
    field.style.position = 'fixed'
    document.body.append(field)
    field.select()
    const isDone = document.execCommand('copy')
    field.remove()
    if (before instanceof HTMLElement) before.focus()
    return isDone
  }
}
