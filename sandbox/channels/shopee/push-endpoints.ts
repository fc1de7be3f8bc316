import { badParam, type Answer, type Call, type Endpoints } from './wire.ts'
import type { Shopee } from './shopee.ts'

const MOST_PER_CALL = 100

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number).filter(Number.isInteger) : []

function setConfig(shopee: Shopee, { body }: Call): Answer {
  const url = body['callback_url']
  if (url !== undefined && (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')))
    throw badParam('Wrong parameters, detail: invalid field callback_url.')
  shopee.pushes.configure({
    url: typeof url === 'string' ? url : undefined,
    on: numbers(body['set_push_config_on']),
    off: numbers(body['set_push_config_off']),
    blocked: body['blocked_shop_id_list'] === undefined ? undefined : numbers(body['blocked_shop_id_list']),
  })
  return { wrapped: { result: 'success' } }
}

function getConfig(shopee: Shopee): Answer {
  const { url, on, blocked } = shopee.pushes.config()
  return {
    wrapped: {
      callback_url: url,
      live_push_status: 'Normal',
      suspended_time: 0,
      blocked_shop_id_list: blocked,
      push_config_on_list: on,
      push_config_off_list: [],
    },
  }
}

function getLost(shopee: Shopee): Answer {
  const lost = shopee.pushes.lost()
  const page = lost.slice(0, MOST_PER_CALL)
  return {
    wrapped: {
      push_message_list: page.map(({ shopId, code, timestamp, body }) => ({
        shop_id: shopId,
        code,
        timestamp,
        data: JSON.stringify((JSON.parse(body) as { data: unknown }).data),
      })),
      has_next_page: lost.length > page.length,
      last_message_id: page.at(-1)?.id ?? 0,
    },
  }
}

function confirmLost(shopee: Shopee, { body }: Call): Answer {
  const last = body['last_message_id']
  if (typeof last !== 'number') throw badParam('Wrong parameters, detail: invalid field last_message_id.')
  shopee.pushes.confirmLost(last)
  return undefined
}

export const pushEndpoints: Endpoints = {
  'push/set_app_push_config': { method: 'POST', scope: 'public', run: setConfig },
  'push/get_app_push_config': { method: 'GET', scope: 'public', run: getConfig },
  'push/get_lost_push_message': { method: 'GET', scope: 'public', run: getLost },
  'push/confirm_consumed_lost_push_message': { method: 'POST', scope: 'public', run: confirmLost },
}
