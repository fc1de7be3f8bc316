import { phoneProblem } from '../../../model/delivery.ts'
import { ChannelError } from '../../channel-error.ts'
import { valueOf, wrong } from '../../courier.ts'
import type { Courier, CourierAccount, CourierSession } from '../../courier.ts'
import { book, cancel, label, options, tryPrime } from './booking.ts'
import { track } from './tracking.ts'
import { readAccount } from './wallet.ts'
import { isWallet } from './wire.ts'

export const courier: Courier = {
  id: 1,
  code: 'gdex',
  name: 'GDEX',
  country: 'MY',
  currency: 'MYR',
  settings: [
    {
      name: 'GDEX_API_BASE',
      default: 'https://myopenapi.gdexpress.com',
      description: "Host of GDEX's API, without a path.",
    },
    {
      name: 'GDEX_PRIME_PATH',
      default: '/api/prime',
      description: 'Path of the API for corporate accounts.',
    },
    { name: 'GDEX_WALLET_PATH', default: '/api/MyGDex', description: 'Path of the API for prepaid wallets.' },
    {
      name: 'GDEX_SUBSCRIPTION_KEY',
      secret: true,
      description: "Our subscription to GDEX's API, the same for all accounts.",
    },
    {
      name: 'GDEX_SUBSCRIPTION_HEADER',
      default: 'Subscription-Key',
      description: 'Name of the header that carries it for corporate accounts.',
    },
    {
      name: 'GDEX_PICKUP_PATH',
      default: '',
      description: 'Path of the call that asks for a pick-up, if your account manager names one.',
    },
  ],
  keys: [
    { name: 'account_no', standard: '' },
    { name: 'api_token', isSecret: true },
    { name: 'sender_name' },
    { name: 'sender_phone' },
    { name: 'sender_postcode', standard: '50000' },
    { name: 'closing_time', standard: '18:00' },
    { name: 'contact_name', standard: '' },
    { name: 'contact_number', standard: '' },
    { name: 'dialect', standard: 'prime', choices: ['prime', 'mygdex'] },
  ],
  bookingFields: [
    'pickup',
    'pieces',
    'transportation',
    'trolley',
    'shipment_type',
    'dangerous_good',
    'enhanced_liability',
    'remark',
  ],
  defaults: ['pickup_mode', 'shipment_type', 'transportation', 'insurance', 'auto_print'],
  limits: { callsPerSecond: 3, concurrentCalls: 2, numbersPerTracking: 50 },
  async connect(session) {
    for (const name of ['sender_phone', 'contact_number'])
      if (session.keys[name] && phoneProblem(session.keys[name], 'MY'))
        throw refusal(name, 'No phone number of Malaysia')
    try {
      return await accountOf(session)
    } catch (error) {
      const isToken = error instanceof ChannelError && error.kind === 'sign-in-expired'
      throw isToken ? new ChannelError('refused', error.message, { fields: error.fields }) : error
    }
  },
  options,
  book,
  cancel,
  label,
  track,
  trackingUrl: (number) => `https://www.gdexpress.com/track/?consignmentno=${encodeURIComponent(number)}`,
}

async function accountOf(session: CourierSession): Promise<CourierAccount> {
  if (isWallet(session)) {
    const { Email, Name } = await readAccount(session)
    return { accountId: Email, label: Name || Email, places: [], placeId: null }
  }
  const account = valueOf(session.keys, 'account_no')
  if (account === '') throw refusal('account_no', 'refusal.gdex_account_no')
  await tryPrime(session)
  return { accountId: account, label: account, places: [], placeId: null }
}

const refusal = (field: string, words: string): ChannelError =>
  new ChannelError('refused', words, { fields: [wrong(field, words)] })
