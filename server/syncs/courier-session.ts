/** Gives a courier what it needs to work for one owner's account. */
import { ChannelError } from '../../connectors/channel-error.ts'
import {
  createTokenStore,
  type Courier,
  type CourierSession,
  type TokenStore,
} from '../../connectors/courier.ts'
import { createBreaker } from '../../connectors/breaker.ts'
import { createHttp, type Http } from '../../connectors/http.ts'
import { selfDeliveryId } from '../../model/delivery.ts'
import type { Database } from '../db/database.ts'
import { createPublicFetch } from './public-fetch.ts'
import { UnknownKey, type Sealer } from '../secrets/seal.ts'
import {
  markCourierAccount,
  openCourierKeys,
  type AccountKey,
} from '../deliveries/accounts/courier-accounts-store.ts'
import { createAreaCache, type AreaCache } from './courier-areas.ts'
import { lockedOut } from './courier-errors.ts'

export type Couriers = {
  couriers: readonly Courier[]
  /** Settings of the installation. Undefined when the console's operator has not set the courier up. */
  settings: (courier: Courier) => Record<string, string> | undefined
  sealer: Sealer
  /** Replaces what is known of the couriers' patience. */
  callsPerSecond?: number | undefined
  /** Unless so, files that couriers name are fetched from public addresses alone. */
  allowsPrivateAddresses: boolean
}

export type CourierSessions = {
  couriers: readonly Courier[]
  courierOf(courierId: number): Courier | undefined
  /** Answers whether the console's operator has entered the settings that this courier needs. */
  isSetUp(courier: Courier): boolean
  sealer: Sealer
  /** Places by the couriers' own numbers. */
  areaCache: AreaCache
  /** Runs `work` with the owner's account. Throws ChannelError sign-in-expired when there is none, or it is closed to us. */
  use<T>(key: AccountKey, work: (session: CourierSession, courier: Courier) => Promise<T>): Promise<T>
  /** The same with keys that are not kept, or not yet. */
  tryKeys<T>(
    key: AccountKey,
    keys: Record<string, string>,
    work: (session: CourierSession, courier: Courier) => Promise<T>,
  ): Promise<T>
}

export function createCourierSessions(
  db: Database,
  { couriers, settings, sealer, callsPerSecond, allowsPrivateAddresses }: Couriers,
): CourierSessions {
  // One budget of calls and one token per account and process.
  const https = new Map<string, Http>()
  const tokenStores = new Map<string, { keys: string; tokens: TokenStore }>()
  const breaker = createBreaker()

  const courierOf = (courierId: number) => couriers.find(({ id }) => id === courierId)

  function toolsFor(key: AccountKey): { courier: Courier; settings: Record<string, string>; http: Http } {
    const courier = courierOf(key.courierId)
    const given = courier && settings(courier)
    if (!courier || !given) throw new ChannelError('refused', 'this courier is not set up in this console')
    const http =
      https.get(nameOf(key)) ??
      createHttp({
        ...courier.limits,
        breaker,
        ...(callsPerSecond === undefined ? {} : { callsPerSecond }),
        ...(allowsPrivateAddresses ? {} : { publicFetch: createPublicFetch() }),
      })
    https.set(nameOf(key), http)
    return { courier, settings: given, http }
  }

  async function keysOf(key: AccountKey): Promise<Record<string, string>> {
    // Self delivery is always there.
    if (key.courierId === selfDeliveryId) return {}
    const keys = await db
      .asOwner(key.ownerId, (tx) => openCourierKeys(tx, sealer, key))
      .catch((error: unknown) => {
        throw error instanceof UnknownKey ? new ChannelError('refused', unknownKey) : error
      })
    if (!keys) throw lockedOut()
    return keys
  }

  /** Tokens are those of the keys that they were given for, which another process may have replaced since. */
  function tokensFor(key: AccountKey, given: Record<string, string>): TokenStore {
    const keys = JSON.stringify(given)
    const known = tokenStores.get(nameOf(key))
    if (known?.keys === keys) return known.tokens
    const tokens = createTokenStore()
    tokenStores.set(nameOf(key), { keys, tokens })
    return tokens
  }

  return {
    couriers,
    courierOf,
    isSetUp: (courier) => settings(courier) !== undefined,
    sealer,
    areaCache: createAreaCache(),
    async use(key, work) {
      const { courier, settings: given, http } = toolsFor(key)
      const keys = await keysOf(key)
      const tokens = tokensFor(key, keys)
      try {
        return await work({ settings: given, keys, http, now: () => new Date(), tokens }, courier)
      } catch (error) {
        if (!(error instanceof ChannelError) || error.kind !== 'sign-in-expired') throw error
        await db.asOwner(key.ownerId, (tx) => markCourierAccount(tx, key, 0))
        throw lockedOut(error)
      }
    },
    tryKeys(key, keys, work) {
      const { courier, settings: given, http } = toolsFor(key)
      const session = { settings: given, keys, http, now: () => new Date(), tokens: createTokenStore() }
      return work(session, courier)
    },
  }
}

const unknownKey =
  'SECRET_KEY does not open the keys of this courier: give the key that sealed them in SECRET_KEY_OLD'

function nameOf({ ownerId, courierId }: AccountKey): string {
  return `${ownerId}/${courierId}`
}
