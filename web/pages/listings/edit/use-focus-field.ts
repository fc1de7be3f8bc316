import { type RefObject, useEffect } from 'react'

/** Puts the cursor into the field that a reason leads to, once the form is open. `path`: of `data-field`, or of what it is part of. */
export function useFocusField(form: RefObject<HTMLFormElement | null>, path: string | undefined): void {
  useEffect(() => {
    if (path === undefined) return
    const [field = ''] = path.split('.')
    const find = (name: string) =>
      form.current?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
    const place = find(path) ?? find(field)
    place?.scrollIntoView({ block: 'center' })
    place
      ?.querySelector<HTMLElement>('input:not([type=file]), [contenteditable=true], button[data-begin]')
      ?.focus()
  }, [form, path])
}
