/** Where a problem stands: the step that has its field, and the field on it. */
import { isFieldOfForm } from '../../../../model/template-order.ts'
import { paths } from '../../../paths.ts'
import type { TemplateMode } from './use-draft.ts'

type Place = { path: string; platform_id: number | null; shop_id: number | null }

/** Address of the step, with the field that it leads to. */
export function addressOfProblem(id: number, mode: TemplateMode, { path, platform_id, shop_id }: Place) {
  const isOfShop = shop_id !== null && platform_id !== null && !isFieldOfForm(path)
  return {
    to: isOfShop ? paths.templateStep(id, platform_id, mode) : paths.templateForm(id, mode),
    search: { field: path, ...(isOfShop && { shop: shop_id }) },
  }
}

/**
 * A fault of one field of the form that several channels find is answered once. So is one of a variant: the step of a shop has the
 * form's figures where it has none of its own.
 */
export function withoutRepeats<T extends Place & { message: string }>(problems: T[]): T[] {
  const keyOf = (shop: number | '', { path, message }: T) => `${shop} ${path} ${message}`
  const ofForm = new Set(problems.filter(({ shop_id: shop }) => shop === null).map((one) => keyOf('', one)))
  const known = new Set<string>()
  return problems.filter((one) => {
    const { path, shop_id: shop } = one
    if (shop !== null && ofForm.has(keyOf('', one))) return false
    const key = keyOf(isFieldOfForm(path) ? '' : (shop ?? ''), one)
    return !known.has(key) && known.add(key)
  })
}

const mostWaitMs = 3000

/** Leads to a field of the page, also when its part is still loading. A field that is not there leads to what holds it. */
export function focusField(path: string, scope = ''): void {
  const until = Date.now() + mostWaitMs
  const attempt = () => {
    const exact = find(path, scope)
    if (exact) return go(exact)
    if (Date.now() < until) return void setTimeout(attempt, 100)
    const parts = path.split('.')
    for (let length = parts.length - 1; length > 0; length--) {
      const near = find(parts.slice(0, length).join('.'), scope)
      if (near) return go(near)
    }
  }
  attempt()
}

function find(path: string, scope: string): HTMLElement | null {
  const root = (scope && document.querySelector(`[data-shop="${CSS.escape(scope)}"]`)) || document
  return root.querySelector<HTMLElement>(`[data-field="${CSS.escape(synonyms[path] ?? path)}"]`)
}

const synonyms: Record<string, string> = { long_description_content: 'long_description' }

function go(element: HTMLElement): void {
  const field = element.matches('input, select, textarea, button, [tabindex]')
    ? element
    : (element.querySelector<HTMLElement>('[role=textbox], input, select, textarea, button') ?? element)
  // A part that is folded shows its fields first.
  const folded = field.closest<HTMLDetailsElement>('details:not([open])')
  if (folded) folded.open = true
  field.scrollIntoView({ block: 'center' })
  field.focus({ preventScroll: true })
}
