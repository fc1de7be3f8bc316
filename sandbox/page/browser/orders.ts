import { button, card, el, mark, pill } from './elements.ts'
import type { OrderRow, PageState, StepName } from './state.ts'
import { t } from './texts.ts'

const STEPS: readonly StepName[] = ['request_cancel', 'cancel', 'pickup', 'deliver', 'return']

/** The latest orders of the linked shops, each with what its buyer and its courier can do. */
export function ordersCard({ orders, channels }: PageState): HTMLElement {
  const nameOf = (code: string): string => channels.find((one) => one.code === code)?.name ?? code
  const isLinked = channels.some(({ shops }) => shops.some(({ linked }) => linked))
  return card(
    'orders',
    t('orders.title'),
    t(isLinked ? 'orders.note' : 'orders.noteAll'),
    orders.length === 0
      ? el('p', { class: 'empty' }, t('orders.none'))
      : el('ul', { class: 'rows' }, ...orders.map((order) => orderRow(order, nameOf(order.channel)))),
  )
}

function orderRow(order: OrderRow, channel: string): HTMLElement {
  const { id, number, title, shop, status, steps } = order
  return el(
    'li',
    { 'data-key': `${order.channel}/${id}` },
    el(
      'div',
      { class: 'who' },
      mark(order.channel, channel),
      el(
        'div',
        { class: 'what' },
        el('strong', {}, number),
        el('span', { class: 'note' }, `${title} · ${shop}`),
      ),
      pill(status, 'plain'),
    ),
    el(
      'div',
      { class: 'acts' },
      ...STEPS.filter((step) => steps[step] !== null).map((step) =>
        button(
          t(`step.${step}`),
          { name: 'step', body: { channel: order.channel, order: id, step } },
          { label: number, reason: steps[step] === false && t(`reason.${step}`) },
        ),
      ),
    ),
  )
}
