/** GDEX with its two dialects: Prime and myGDEX. It pushes nothing. */
import { z } from 'zod'
import type { CourierRules } from '../../kit/courier-simulation.ts'
import { answerPrime, PENDING } from './prime.ts'
import { answerWallet, balanceOf } from './wallet.ts'
import { ACCOUNT, primeFailure, Refusal, walletFailure } from './wire.ts'

const PRIME = '/gdex/api/prime'
const WALLET = '/gdex/test/api/MyGDex'

export const gdex: CourierRules = {
  code: 'gdex',
  prefixes: [PRIME, WALLET],
  steps: {
    // The number is that of an attempt, the words say which.
    fail_pickup: { code: '7', words: 'Pickup failed', state: PENDING },
    collect: { code: '1', words: 'Pickup' },
    depart: { code: '2', words: 'In transit' },
    arrive: { code: '2', words: 'In transit' },
    out: { code: '3', words: 'Out for delivery' },
    deliver: { code: '4', words: 'Delivered' },
    returned: { code: '5', words: 'Returned' },
    lose: { code: '6', words: 'Claim' },
    fail: { code: '7', words: 'Undelivered' },
  },
  answer(simulation, call) {
    const isPrime = call.prefix === PRIME
    try {
      return isPrime ? answerPrime(simulation, call) : answerWallet(simulation, call)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return isPrime ? primeFailure(error) : walletFailure(error)
    }
  },
  summary: (simulation) => ({
    base: `${simulation.world.baseUrl()}/gdex`,
    paths: [PRIME, WALLET].map((path) => path.slice('/gdex'.length)),
    account: ACCOUNT,
    balance: balanceOf(simulation) / 100,
  }),
  extra: () => ({ balance: 10_000, pickups: [] }),
  routes: (simulation) => ({
    'GET /_sandbox/gdex/wallet': () => ({ balance: balanceOf(simulation) / 100 }),
    'POST /_sandbox/gdex/wallet': ({ read }) => {
      simulation.extra['balance'] = Math.round(
        read(z.strictObject({ balance: z.number().min(0) })).balance * 100,
      )
      simulation.changed()
      return {}
    },
    'GET /_sandbox/gdex/pickups': () => ({ pickups: simulation.extra['pickups'] }),
  }),
}
