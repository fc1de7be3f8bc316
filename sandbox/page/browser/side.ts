import { card, el, mark } from './elements.ts'
import type { KeySet, LogEntry, PageState } from './state.ts'
import { clockTime, seconds, t } from './texts.ts'

/** Names of the forms that the keys are for, as the console calls them. */
const FORMS: Record<string, string> = {
  website: 'WooCommerce',
  'web-store': 'Medusa',
  pos: 'POS',
  crm: 'CRM',
  gdex: 'GDEX',
  ghn: 'GHN',
  jnt: 'J&T Express',
  ninjavan: 'Ninja Van',
}

let shownKeys = ''
let copied = ''
export const showKeys = (key: string): void => void (shownKeys = key)
export const noteCopied = (value: string): void => void (copied = value)

const nameOf = ({ form, name }: KeySet): string => `${form}/${name}`

function labelOf({ form, name }: KeySet): string {
  const label = FORMS[form] ?? form
  return name.startsWith(label) ? name : `${label} · ${name}`
}

/** Addresses and keys of stores, CRMs and couriers, to be entered on the console's forms. */
export function keysCard({ keys, console_url: consoleUrl }: PageState): HTMLElement {
  const shown = keys.find((one) => nameOf(one) === shownKeys) ?? keys[0]
  const options = keys.map((one) =>
    el('option', { value: nameOf(one), selected: one === shown }, labelOf(one)),
  )
  const isCourier = shown !== undefined && ['gdex', 'ghn', 'jnt', 'ninjavan'].includes(shown.form)
  return card(
    'keys',
    t('keys.title'),
    t('keys.note'),
    el('div', { class: 'pad' }, el('select', { id: 'keys', 'aria-label': t('keys.choose') }, ...options)),
    el('div', { class: 'fields' }, ...(shown?.fields ?? []).map(keyField)),
    consoleUrl !== null &&
      el(
        'p',
        { class: 'pad' },
        el(
          'a',
          {
            class: 'button',
            href: `${consoleUrl}/setting/${isCourier ? 'shipment' : 'channels'}`,
            target: 'console',
          },
          t(isCourier ? 'keys.courier' : 'keys.link'),
        ),
      ),
  )
}

function keyField({ field, value }: { field: string; value: string }): HTMLElement {
  const name = t(`field.${field}`)
  const isCopied = copied === value
  return el(
    'div',
    { class: 'field' },
    el('span', { class: 'field-name' }, name),
    el('code', {}, value),
    el(
      'button',
      {
        type: 'button',
        class: isCopied ? 'copied' : undefined,
        'data-copy': value,
        'aria-label': `${t(isCopied ? 'keys.copied' : 'keys.copy')}: ${name}`,
      },
      t(isCopied ? 'keys.copied' : 'keys.copy'),
    ),
  )
}

const TRIALS: [name: string, isDone: (state: PageState) => boolean][] = [
  ['place', ({ log }) => log.some(({ kind, fetched }) => kind === 'placed' && fetched > 0)],
  ['confirm', ({ orders }) => orders.some(({ steps }) => steps.pickup === true)],
  ['cancel', ({ log }) => log.some(({ kind }) => kind === 'cancel' || kind === 'request_cancel')],
  ['deliver', ({ log }) => log.some(({ kind }) => kind === 'deliver')],
  ['return', ({ log }) => log.some(({ kind }) => kind === 'return')],
  ['permission', ({ log }) => log.some(({ kind }) => kind === 'permission')],
  ['flash', ({ log }) => log.some(({ kind }) => kind === 'flash')],
]

/** Things to try first. Ticks stay for this window, as the log forgets. */
export function trialsCard(state: PageState): HTMLElement {
  const done = new Set((sessionStorage.getItem('tried') ?? '').split(','))
  for (const [name, isDone] of TRIALS) if (isDone(state)) done.add(name)
  sessionStorage.setItem('tried', [...done].join(','))
  return card(
    'trials',
    t('try.title'),
    '',
    el(
      'ol',
      { class: 'trials' },
      ...TRIALS.map(([name]) =>
        el(
          'li',
          { class: done.has(name) ? 'done' : undefined },
          t(`try.${name}`),
          done.has(name) && el('span', { class: 'hidden' }, ` (${t('try.done')})`),
        ),
      ),
    ),
  )
}

export const forgetTrials = (): void => sessionStorage.removeItem('tried')

/** The log, the latest entry first, with the time until the console asked for the order. */
export function logCard({ log, channels, couriers, median_ms: median }: PageState): HTMLElement {
  const nameOfCode = (code: string): string =>
    [...channels, ...couriers].find((one) => one.code === code)?.name ?? code
  return card(
    'log',
    t('log.title'),
    median === null ? t('log.note') : t('log.median', { time: seconds(median) }),
    log.length === 0
      ? el('p', { class: 'empty' }, t('log.none'))
      : el(
          'ul',
          { class: 'log', 'aria-label': t('log.title'), tabindex: 0 },
          ...log.map((entry) =>
            el(
              'li',
              { 'data-key': entry.id },
              el('time', {}, clockTime(entry.at)),
              entry.channel !== undefined && mark(entry.channel, nameOfCode(entry.channel)),
              el('span', { class: 'sentence' }, sentence(entry, nameOfCode(entry.channel ?? ''))),
              el('span', { class: 'note' }, fetchedText(entry)),
            ),
          ),
        ),
  )
}

export function latestSentence({ log, channels, couriers }: PageState): string {
  const [entry] = log
  const from = [...channels, ...couriers].find(({ code }) => code === entry?.channel)
  return entry ? sentence(entry, from?.name ?? '') : ''
}

function sentence(
  { kind, order = '', title = '', shop = '', orders, detail = '' }: LogEntry,
  channel: string,
): string {
  const name = detail === 'sold_out' && kind !== 'flash' && orders === 0 ? 'log.sold_out' : `log.${kind}`
  const mode = kind === 'answers' ? t(`answers.${detail}`) : detail
  return t(name, { order, title, shop, channel, orders, detail: mode })
}

function fetchedText({ orders, fetched, fetched_ms: ms, detail }: LogEntry): string {
  if (orders === 0) return ''
  if (detail === 'sold_out' && fetched === orders) return t('log.then_sold_out', { orders })
  if (fetched === 0 || ms === undefined) return t('log.waiting')
  if (fetched < orders) return t('log.some', { fetched, orders })
  return t(orders === 1 ? 'log.fetched' : 'log.all', { time: seconds(ms) })
}
