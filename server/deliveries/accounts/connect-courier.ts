/** Connecting a courier: the keys are tried before anything is saved, and what was connected before is replaced. */
import { randomBytes } from 'node:crypto'
import type { Courier, CourierAccount as TriedAccount, CourierPlace } from '../../../connectors/courier.ts'
import { AppError } from '../../../model/errors.ts'
import type { Database } from '../../db/database.ts'
import { saveNotifications } from '../../notifications/notifications-store.ts'
import { UnknownKey } from '../../secrets/seal.ts'
import {
  findCourierAccount,
  openCourierKeys,
  saveCourierAccount,
  type AccountKey,
  type CourierAccount,
} from './courier-accounts-store.ts'
import { asFieldError } from '../../syncs/courier-errors.ts'
import { fillKeys, shownKeys, withoutSecrets, type Keys } from './courier-keys.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'

export type Given = Record<string, string | undefined>

export type Connecting = {
  connect(key: AccountKey, given: Given): Promise<CourierAccount>
  /** Changes the account. Fields left out, and secrets left empty, keep their values. Throws courier_not_connected. */
  change(key: AccountKey, given: Given): Promise<CourierAccount>
  /** Connects a courier whose accounts open several stores. Without `storeId`, answers the stores and saves nothing. */
  connectStore(
    key: AccountKey,
    token: string | undefined,
    storeId: string | undefined,
  ): Promise<{ places: CourierPlace[]; connected: CourierAccount | null; newSecret: string | null }>
  /** Undefined when there is none, and when no SECRET_KEY opens it. */
  storageKeys(key: AccountKey): Promise<Keys | undefined>
}

/** A chosen place that is wrong, as the API names it. */
const storeFields = ({ places }: Courier): Record<string, string> =>
  places ? { [places.keys.chosen]: 'store_id' } : {}

export function createConnecting(db: Database, sessions: CourierSessions): Connecting {
  function courierOf({ courierId }: AccountKey): Courier {
    const courier = sessions.courierOf(courierId)
    if (!courier || !sessions.isSetUp(courier)) throw new AppError('courier_not_set_up')
    return courier
  }

  const tryKeys = (key: AccountKey, courier: Courier, keys: Keys): Promise<TriedAccount> =>
    sessions
      .tryKeys(key, keys, (session) => courier.connect(session))
      .catch((error: unknown) =>
        asFieldError(error, storeFields(courier), (words) => withoutSecrets(words, courier, keys)),
      )

  async function save(
    key: AccountKey,
    courier: Courier,
    keys: Keys,
    { accountId, label, places, placeId }: TriedAccount,
  ): Promise<CourierAccount> {
    const { ownerId } = key
    const saved = await db.asOwner(ownerId, async (tx) => {
      const before = await findCourierAccount(tx, key)
      const roles = new Map(before?.places.map((place) => [place.id, place]))
      await saveCourierAccount(tx, sessions.sealer, key, {
        accountId,
        label,
        shown: shownKeys(courier, keys),
        // Keeps the role that the console stored for a place.
        places: places.map((place) => ({ ...roles.get(place.id), ...place })),
        placeId,
        keys,
      })
      if (!before)
        await saveNotifications(tx, ownerId, [
          {
            ownerId,
            type: 'shipment_connected',
            shopId: null,
            about: courier.code,
            productName: courier.name,
            url: '/setting/shipment',
          },
        ])
      return findCourierAccount(tx, key)
    })
    if (!saved) throw new Error('the connected account is gone')
    return saved
  }

  async function storageKeys(key: AccountKey): Promise<Keys | undefined> {
    try {
      return await db.asOwner(key.ownerId, (tx) => openCourierKeys(tx, sessions.sealer, key))
    } catch (error) {
      // They are entered anew.
      if (error instanceof UnknownKey) return undefined
      throw error
    }
  }

  async function tryAndSave(key: AccountKey, given: Given, before: Keys | undefined) {
    const courier = courierOf(key)
    const keys = fillKeys(courier, given, before)
    return save(key, courier, keys, await tryKeys(key, courier, keys))
  }

  return {
    storageKeys,
    connect: (key, given) => tryAndSave(key, given, undefined),
    async change(key, given) {
      const account = await db.asOwner(key.ownerId, (tx) => findCourierAccount(tx, key))
      if (!account) throw new AppError('courier_not_connected')
      return tryAndSave(key, given, await storageKeys(key))
    },
    async connectStore(key, token, storeId) {
      const courier = courierOf(key)
      const { places } = courier
      const before = await storageKeys(key)
      // Entered in the courier's portal once: it stays when the account is connected anew.
      const secret = before?.webhook_secret || randomBytes(24).toString('base64url')
      const given = {
        ...(places && { [places.keys.opening]: token || undefined, [places.keys.chosen]: storeId ?? '' }),
        webhook_secret: secret,
      }
      const keys = fillKeys(courier, given, before)
      const tried = await tryKeys(key, courier, keys)
      if (!storeId) return { places: tried.places, connected: null, newSecret: null }
      const connected = await save(key, courier, keys, tried)
      return {
        places: tried.places,
        connected,
        newSecret: before?.webhook_secret ? null : secret,
      }
    },
  }
}
