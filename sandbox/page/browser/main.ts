import { couriersCard } from './couriers.ts'
import { beginDrawing, button, el, update } from './elements.ts'
import { ordersCard } from './orders.ts'
import { shopsCard, toggleShops } from './shops.ts'
import { forgetTrials, keysCard, latestSentence, logCard, noteCopied, showKeys, trialsCard } from './side.ts'
import type { PageState } from './state.ts'
import { dayAndTime, firstLanguage, isLanguage, language, LANGUAGES, loadTexts, t } from './texts.ts'

const POLL_MS = 1_000

const find = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`no element ${id}`)
  return found
}
const page = find('page')
const dialog = find('start-over') as HTMLDialogElement
let state: PageState | undefined

const SAID_MS = 5_000
let silence: ReturnType<typeof setTimeout> | undefined

/** Says news for a moment, and a failure until something works again. */
function say(text: string, isNews = false): void {
  clearTimeout(silence)
  const said = find('said')
  said.className = isNews ? 'news' : ''
  said.textContent = text
  if (isNews) silence = setTimeout(() => say(''), SAID_MS)
}

function headOf({ now, offset, console_url: consoleUrl }: PageState): HTMLElement {
  return el(
    'header',
    { class: 'top' },
    el('img', { src: '/_page/icon.svg', alt: '', width: 28, height: 28 }),
    el('h1', {}, t('title')),
    el('p', { class: 'note' }, t('lead')),
    el('span', { class: 'gap' }),
    el(
      'div',
      { class: 'tools' },
      el(
        'span',
        { class: 'clock' },
        t(offset === 0 ? 'clock.now' : 'clock.ahead', { time: dayAndTime(now) }),
      ),
      button(t('clock.hour'), { name: 'clock', body: { seconds: 3_600 } }),
      button(t('clock.day'), { name: 'clock', body: { seconds: 86_400 } }),
      el('button', { type: 'button', 'data-ask': 'start-over' }, t('over.button')),
      el(
        'select',
        { id: 'language', 'aria-label': t('language') },
        ...Object.entries(LANGUAGES).map(([code, name]) =>
          el('option', { value: code, selected: code === language() }, name),
        ),
      ),
      consoleUrl !== null &&
        el('a', { class: 'button primary', href: consoleUrl, target: 'console' }, t('console')),
    ),
  )
}

function draw(): void {
  if (!state) return
  beginDrawing()
  const main = el(
    'main',
    {},
    el('div', { class: 'wide' }, shopsCard(state), ordersCard(state), couriersCard(state)),
    el('div', { class: 'side' }, trialsCard(state), logCard(state), keysCard(state)),
  )
  update(page, el('div', { id: 'page' }, headOf(state), main))
}

function drawDialog(): void {
  beginDrawing()
  dialog.replaceChildren(
    el('h2', { id: 'start-over-title' }, t('over.title')),
    el('p', {}, t('over.text')),
    el(
      'div',
      { class: 'acts' },
      el('button', { type: 'button', 'data-close': true, autofocus: true }, t('over.no')),
      button(t('over.yes'), { name: 'start-over' }, { variant: 'danger' }),
    ),
  )
}

async function call(name: string, body?: object): Promise<void> {
  const reply = await fetch(`/_sandbox/page${name}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  })
  const answer = (await reply.json()) as PageState & { error?: string }
  if (!reply.ok) throw new Error(answer.error)
  state = answer
  draw()
}

async function act(name: string, body: object): Promise<void> {
  try {
    await call(`/${name}`, body)
    if (state) say(latestSentence(state), true)
  } catch (error) {
    say(t('failed', { reason: error instanceof Error ? error.message : String(error) }))
  }
}

async function poll(): Promise<void> {
  if (document.visibilityState === 'visible')
    await call('').then(
      () => page.classList.remove('lost'),
      () => {
        page.classList.add('lost')
        say(t('lost'))
      },
    )
  setTimeout(() => void poll(), POLL_MS)
}

const bodyOf = ({ dataset }: HTMLElement): object => JSON.parse(dataset['body'] ?? '{}') as object

async function copy(value: string): Promise<void> {
  await navigator.clipboard.writeText(value)
  noteCopied(value)
  draw()
}

document.addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('button') : null
  if (!pressed || pressed.getAttribute('aria-disabled') === 'true') return
  const { call: name, copy: value, ask, close, toggle } = pressed.dataset
  if (toggle !== undefined) {
    toggleShops(toggle, pressed.getAttribute('aria-expanded') !== 'true')
    draw()
  }
  if (ask !== undefined) {
    drawDialog()
    dialog.showModal()
  }
  if (close !== undefined || name === 'start-over') dialog.close()
  if (name === 'start-over') forgetTrials()
  if (value !== undefined) void copy(value)
  if (name !== undefined) void act(name, bodyOf(pressed))
})

document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return
  const { value } = target
  const { call: name, field } = target.dataset
  if (target.id === 'keys') showKeys(value)
  if (target.id === 'keys') draw()
  if (target.id === 'language' && isLanguage(value)) {
    localStorage.setItem('language', value)
    void loadTexts(value).then(draw)
  }
  if (name !== undefined && field !== undefined)
    void act(name, { ...bodyOf(target), [field]: field === 'per_minute' ? Number(value) : value })
})

await loadTexts(firstLanguage())
await poll()
// A link of the console leads to the keys.
if (location.hash === '#keys') find('keys').focus()
