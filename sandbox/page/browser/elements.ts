import { t } from './texts.ts'

type Attributes = Record<string, string | number | boolean | undefined>
type Child = Node | string | null | undefined | false

/** An element with its attributes and children; false and undefined leave an attribute out. */
export function el(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value))
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
  return made
}

export interface Call {
  name: string
  body?: object
}

interface ButtonLook {
  variant?: 'primary' | 'quiet' | 'danger'
  /** Read out in place of the text, where the same button is there for many rows. */
  label?: string
  /** Why the button is off. It can have the focus all the same, so that the reason can be read. */
  reason?: string | false | undefined
}

let made = 0
/** Numbers of reasons begin anew with each drawing, so that they stay the same for the same buttons. */
export const beginDrawing = (): void => void (made = 0)

/** A button that makes one call of the page. */
export function button(text: string, call: Call, { variant, label, reason }: ButtonLook = {}): HTMLElement {
  const id = `reason-${++made}`
  const one = el(
    'button',
    {
      type: 'button',
      class: variant,
      'data-call': call.name,
      'data-body': JSON.stringify(call.body ?? {}),
      'aria-label': label === undefined ? undefined : `${text}: ${label}`,
      'aria-disabled': reason ? 'true' : undefined,
      'aria-describedby': reason ? id : undefined,
    },
    text,
  )
  return el(
    'span',
    { class: 'act' },
    one,
    reason && el('span', { class: 'reason', role: 'tooltip', id }, reason),
  )
}

/** A choice that makes a call with the option that was taken, under the name `field` of its body. */
export function choice(
  label: string,
  options: readonly [value: string, text: string][],
  { value, call, field, state }: { value: string; call: Call; field: string; state?: string },
): HTMLElement {
  return el(
    'select',
    {
      'aria-label': label,
      'data-call': call.name,
      'data-body': JSON.stringify(call.body ?? {}),
      'data-field': field,
      'data-state': state,
    },
    ...options.map(([one, text]) => el('option', { value: one, selected: one === value }, text)),
  )
}

export const pill = (text: string, tone: string): HTMLElement => el('span', { class: `pill ${tone}` }, text)

export const mark = (code: string, name: string): HTMLElement =>
  el('span', { class: `mark ${code}`, 'aria-hidden': 'true' }, name.slice(0, 1))

export const card = (name: string, title: string, note: string, ...children: Child[]): HTMLElement =>
  el(
    'section',
    { class: `card ${name}-card` },
    el('header', {}, el('h2', {}, title), note !== '' && el('p', { class: 'note' }, note)),
    ...children,
  )

/** Where channels and couriers answer as they are told to. */
export function answersChoice(code: string, name: string, answers: string): HTMLElement {
  const modes = ['normal', 'slow', 'limited', 'failing', 'silent'].map((mode): [string, string] => [
    mode,
    t(`answers.${mode}`),
  ])
  return choice(t('answers.label', { channel: name }), modes, {
    value: answers,
    call: { name: 'answers', body: { code } },
    field: 'answers',
    state: answers,
  })
}

const keyOf = (node: Node): string | undefined =>
  node instanceof HTMLElement ? node.dataset['key'] : undefined

const isSame = (a: Node, b: Node): boolean => a.nodeName === b.nodeName && keyOf(a) === keyOf(b)

/** Makes what is shown equal to what was drawn anew. Elements stay the same, and so the focus stays where it is. */
export function update(shown: Element, drawn: Element): void {
  for (const name of shown.getAttributeNames()) if (!drawn.hasAttribute(name)) shown.removeAttribute(name)
  for (const { name, value } of drawn.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  const byKey = new Map([...shown.childNodes].map((node) => [keyOf(node), node]))
  const wanted = [...drawn.childNodes]
  for (const [place, want] of wanted.entries()) {
    const here = shown.childNodes[place]
    const key = keyOf(want)
    const have = key === undefined ? here : byKey.get(key)
    if (!have || !isSame(have, want)) shown.insertBefore(want, here ?? null)
    else {
      if (have !== here) shown.insertBefore(have, here ?? null)
      if (have instanceof Element && want instanceof Element) update(have, want)
      else if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue
    }
  }
  while (shown.childNodes.length > wanted.length) shown.lastChild?.remove()
  if (shown instanceof HTMLSelectElement && drawn instanceof HTMLSelectElement) shown.value = drawn.value
}
