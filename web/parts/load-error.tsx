import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/states.tsx'
import { useErrorMessage } from './error-message.ts'

type Props = {
  title: string
  error: unknown
  onRetry: () => unknown
  /** In place of the retry where filters are at fault, which the server would refuse again. */
  ofFilters?: ReactNode
}

/** In place of what could not be loaded: why, the number by which the log knows the request, and the way to try again. */
export function LoadError({ title, error, onRetry, ofFilters }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { requestId: id = null, fields = {} } = error instanceof ApiError ? error : {}
  // Faults of filters say by themselves what is to do; the parameter's name says nothing to a reader.
  const faults = Object.values(fields).join('\n')
  return (
    <ErrorState
      title={title}
      text={faults || errorMessage(error)}
      note={faults ? null : id && t('error.requestId', { id })}
    >
      {faults ? ofFilters : <Button onClick={() => void onRetry()}>{t('action.retry')}</Button>}
    </ErrorState>
  )
}
