import { connectors } from '../../connectors/registry.ts'
import { fulfillmentTypes, inventoryTypes } from '../../connectors/fulfillment.ts'
import { currencies } from '../../model/money.ts'
import { notificationTypes } from '../../model/notification.ts'
import { roles } from '../../model/permissions.ts'
import { paymentMethodsIn, statusesIn } from '../i18n/coded-labels.ts'
import type { Serve } from '../http/serve-endpoint.ts'

const countries = [
  { id: 1, code: 'JP', phone_code: '81' },
  { id: 2, code: 'MY', phone_code: '60' },
  { id: 3, code: 'VN', phone_code: '84' },
  { id: 4, code: 'SG', phone_code: '65' },
  { id: 5, code: 'TH', phone_code: '66' },
  { id: 6, code: 'ID', phone_code: '62' },
  { id: 7, code: 'PH', phone_code: '63' },
  { id: 8, code: 'TW', phone_code: '886' },
  // Origins and destinations of cross-border shops' products.
  { id: 9, code: 'CN', phone_code: '86' },
  { id: 10, code: 'HK', phone_code: '852' },
  { id: 11, code: 'KR', phone_code: '82' },
  { id: 12, code: 'BN', phone_code: '673' },
  { id: 13, code: 'KH', phone_code: '855' },
  { id: 14, code: 'AU', phone_code: '61' },
  { id: 15, code: 'US', phone_code: '1' },
  { id: 16, code: 'GB', phone_code: '44' },
]

export function configRoutes(serve: Serve): void {
  serve('GET /config', async ({ query, language, translate }) => {
    const wanted = new Set(query.include?.split(',').map((name) => name.trim()))
    const names = new Intl.DisplayNames(languageTags[language], { type: 'region' })
    const coded = (group: string, codes: readonly string[], firstId = 1) =>
      codes.map((code, at) => ({ id: at + firstId, code, name: translate(`${group}.${code}`) }))
    const types = [...new Set(connectors.map(({ type }) => type))]
    return {
      data: {
        ...(wanted.has('order_statuses') ? { order_statuses: { data: statusesIn(language) } } : {}),
        ...(wanted.has('payment_methods') ? { payment_methods: { data: paymentMethodsIn(language) } } : {}),
        ...(wanted.has('currencies')
          ? {
              currencies: {
                data: Object.entries(currencies).map(([code, currency]) => ({ code, ...currency })),
              },
            }
          : {}),
        ...(wanted.has('countries')
          ? {
              countries: {
                data: countries.map((country) => ({
                  ...country,
                  name: names.of(country.code) ?? country.code,
                })),
              },
            }
          : {}),
        gender: coded('gender', ['unknown', 'male', 'female', 'other'], 0),
        user_roles: coded('role', [...roles, 'custom']),
        platform_type: coded('platform_type', types),
        fulfillment_type: coded('fulfillment_type', fulfillmentTypes),
        inventory_type: coded('inventory_type', inventoryTypes),
        notify: {
          status: coded('notify_status', ['unread', 'read'], 0),
          type: coded('notify_type', notificationTypes),
        },
      },
    }
  })
}

const languageTags = { jp: 'ja', en: 'en', vn: 'vi', my: 'ms' } as const
