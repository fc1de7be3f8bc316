import { type RefObject, useEffect } from 'react'

/** Focuses the first field with an error, which the reader corrects next, and brings it into view with its label. A form that
 * knows errors before it asks the server counts its tries. */
export function useFirstError(form: RefObject<HTMLElement | null>, error: Error | null, tries = 0): void {
  useEffect(() => {
    if (!error && tries === 0) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true], fieldset[data-invalid]')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [form, error, tries])
}
