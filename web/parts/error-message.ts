import { useTranslation } from 'react-i18next'
import { ApiError } from '../api.ts'

/** Answers a function that gives the reader's message for a failed request. */
export function useErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation()
  return (error) => {
    if (!(error instanceof ApiError)) return t('error.unknown')
    if (error.code === 'no_response') return t('error.noResponse')
    // The server answers with a fixed code word, which is for programs.
    if (error.code === 'unauthenticated') return t('error.sessionEnded')
    if (error.code === 'forbidden') return t('error.forbidden')
    return error.message || t('error.unknown')
  }
}
