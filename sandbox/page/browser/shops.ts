import { answersChoice, button, card, choice, el, mark, pill } from './elements.ts'
import type { ChannelRow, PageState, ShopRow } from './state.ts'
import { t } from './texts.ts'

/** Channels that the reader opened or closed; the others are open while one of their shops is linked. */
const chosen = new Map<string, boolean>()

export const toggleShops = (code: string, isOpen: boolean): void => void chosen.set(code, isOpen)

const PACES = [0, 6, 30, 60, 120]

/** The channels with their shops: buyers order, ask to cancel, and sellers end their consent. */
export function shopsCard({ channels, per_minute: pace, console_url: consoleUrl }: PageState): HTMLElement {
  const paces = PACES.includes(pace) ? PACES : [...PACES, pace].toSorted((a, b) => a - b)
  const options = paces.map((one): [string, string] => [
    String(one),
    one === 0 ? t('live.off') : t('live.pace', { count: one }),
  ])
  const live = el(
    'label',
    { class: 'live' },
    t('live.label'),
    choice(t('live.label'), options, { value: String(pace), call: { name: 'live' }, field: 'per_minute' }),
  )
  return card(
    'shops',
    t('shops.title'),
    t('shops.note'),
    live,
    ...channels.map((channel) => channelRows(channel, consoleUrl)),
  )
}

function channelRows(channel: ChannelRow, consoleUrl: string | null): HTMLElement {
  const { code, name, answers, shops } = channel
  const isOpen = chosen.get(code) ?? shops.some(({ linked }) => linked)
  const toggle = el(
    'button',
    {
      type: 'button',
      'data-toggle': code,
      'aria-expanded': String(isOpen),
      'aria-label': `${t(isOpen ? 'shops.hide' : 'shops.show', { count: shops.length })}: ${name}`,
    },
    t(isOpen ? 'shops.hide' : 'shops.show', { count: shops.length }),
  )
  return el(
    'div',
    { class: 'channel', 'data-key': code },
    el(
      'div',
      { class: 'channel-head' },
      mark(code, name),
      el('h3', {}, name),
      toggle,
      el('span', { class: 'gap' }),
      webhooks(channel),
      answersChoice(code, name, answers),
    ),
    isOpen && el('ul', { class: 'rows' }, ...shops.map((shop) => shopRow(channel, shop, consoleUrl))),
  )
}

function webhooks({ code, name, has_webhooks: has, webhooks: on }: ChannelRow): HTMLElement {
  const call = { name: 'webhooks', body: { channel: code, on: !on } }
  return button(has && on ? t('webhooks.stop') : t('webhooks.start'), call, {
    variant: 'quiet',
    label: name,
    reason: !has && t('webhooks.none', { channel: name }),
  })
}

function shopRow({ code, name: channel }: ChannelRow, shop: ShopRow, consoleUrl: string | null): HTMLElement {
  const { id, name, linked } = shop
  const body = { channel: code, shop: id }
  const label = `${name} (${channel})`
  const missing = (can: boolean | null, ask: 'cancel' | 'return'): string | false =>
    can === null ? t('reason.none', { channel }) : !can && t(`shops.no_${ask}`)
  return el(
    'li',
    { 'data-key': id },
    el(
      'div',
      { class: 'who shop' },
      el('strong', {}, name),
      pill(t(linked ? 'shops.linked' : 'shops.unlinked'), linked ? 'good' : 'plain'),
    ),
    el(
      'div',
      { class: 'acts' },
      button(t('shops.place'), { name: 'orders', body }, { label }),
      button(t('shops.place20'), { name: 'orders', body: { ...body, count: 20 } }, { label }),
      button(
        t('shops.flash'),
        { name: 'flash-sale', body },
        { label, reason: shop.flash_sale && t('shops.flashRuns') },
      ),
      button(
        t('shops.cancel'),
        { name: 'ask', body: { ...body, step: 'cancel' } },
        { label, reason: missing(shop.can_cancel, 'cancel') },
      ),
      button(
        t('shops.return'),
        { name: 'ask', body: { ...body, step: 'return' } },
        { label, reason: missing(shop.can_return, 'return') },
      ),
      linked || consoleUrl === null
        ? button(
            t('shops.end'),
            { name: 'permission', body },
            { variant: 'danger', label, reason: !linked && t('shops.endNone') },
          )
        : el(
            'a',
            {
              class: 'button',
              href: `${consoleUrl}/setting/channels`,
              target: 'console',
              'aria-label': `${t('shops.connect')}: ${label}`,
            },
            t('shops.connect'),
          ),
    ),
  )
}
