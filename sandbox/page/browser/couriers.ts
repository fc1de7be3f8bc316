import { answersChoice, button, card, el, mark } from './elements.ts'
import type { CourierRow, PageState } from './state.ts'
import { t } from './texts.ts'

const STEPS = ['collect', 'out', 'deliver', 'fail'] as const

/** The seller's own couriers and their latest parcels. */
export const couriersCard = ({ couriers }: PageState): HTMLElement =>
  card('couriers', t('couriers.title'), t('couriers.note'), ...couriers.map(courierRows))

function courierRows({ code, name, answers, parcels }: CourierRow): HTMLElement {
  return el(
    'div',
    { class: 'channel', 'data-key': code },
    el(
      'div',
      { class: 'channel-head' },
      mark(code, name),
      el('h3', {}, name),
      el('span', { class: 'gap' }),
      parcels.length === 0 && el('span', { class: 'note' }, t('couriers.none')),
      answersChoice(code, name, answers),
    ),
    el(
      'ul',
      { class: 'rows' },
      ...parcels.map(({ number, reference, state }) =>
        el(
          'li',
          { 'data-key': number },
          el(
            'div',
            { class: 'who' },
            el(
              'div',
              { class: 'what' },
              el('strong', {}, number),
              el('span', { class: 'note' }, `${reference} · ${state}`),
            ),
          ),
          el(
            'div',
            { class: 'acts' },
            ...STEPS.map((step) =>
              button(
                t(`parcel.${step}`),
                { name: 'parcel', body: { courier: code, number, step } },
                { label: number },
              ),
            ),
          ),
        ),
      ),
    ),
  )
}
