/** The stores that an account with a courier opens, becoming staff of them by a code, and the courier's numbers of places. */
import type { Query, Reply } from '../../../contract/endpoints.ts'
import { ChannelError } from '../../../connectors/channel-error.ts'
import type { CourierPlace, CourierSession, Places } from '../../../connectors/courier.ts'
import { localPhone } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import { countAttempt } from '../../auth/sessions/sessions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { Connecting } from '../accounts/connect-courier.ts'
import {
  findCourierAccount,
  savePlaces,
  type AccountKey,
  type CourierAccount,
} from '../accounts/courier-accounts-store.ts'
import { claimCode, claimTry, codeSeconds, forgetCode, giveBackTry } from '../accounts/courier-codes-store.ts'
import { asCourierError, asFieldError } from '../../syncs/courier-errors.ts'
import { fillKeys, type Keys } from '../accounts/courier-keys.ts'
import { courierWithPlaces } from '../../syncs/courier-paths.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { findNewProvince } from '../../syncs/courier-areas.ts'

type OwnStore = Reply<'GET /deliveries/stores'>['data'][number]
/** Place as the courier reports it, with the role that the console stores beside it. */
type NotedPlace = CourierPlace & { role?: OwnStore['role'] }

/** Codes that one account may ask for in a quarter of an hour, whatever the phones. */
const mostCodes = 20

export function courierStoresRoutes(
  serve: Serve,
  { db }: ServerContext,
  sessions: CourierSessions,
  connecting: Connecting,
): void {
  const { areaCache } = sessions
  const chosenCourier = (code: string | undefined) => courierWithPlaces(sessions.couriers, code)

  serve('GET /deliveries/stores', async ({ query, session: { ownerId } }) => {
    const { id: courierId } = chosenCourier(query.courier)
    const account = await findAccount({ ownerId, courierId })
    return { data: account ? account.places.map((place) => presentStore(place, account)) : [] }
  })

  serve('POST /deliveries/stores/gen-otp', async ({ body, session: { ownerId } }) => {
    const { id: courierId, places } = chosenCourier(body.courier)
    const key = { ownerId, courierId }
    const phone = localPhone(body.phone, places.country)
    const keys = await keysFor(key, body.token)
    const code = { ...key, phone }
    const seconds = await claimCode(db, code)
    if (seconds > 0) throw new AppError('too_many_attempts', { retryAfterSeconds: seconds })
    try {
      const { count, secondsLeft } = await countAttempt(db, `courier-codes:${ownerId}`)
      if (count > mostCodes) throw new AppError('too_many_attempts', { retryAfterSeconds: secondsLeft })
      const ttl = await withPlaces(key, keys, (session, { partners }) => partners.sendCode(session, phone))
      return { data: { ttl: Math.min(ttl, codeSeconds) } }
    } catch (error) {
      await forgetCode(db, code)
      return asFieldError(error, { [places.keys.chosen]: 'store_id' })
    }
  })

  serve('POST /deliveries/stores/create-add-staff', async ({ body, session: { ownerId } }) => {
    const { id: courierId, places } = chosenCourier(body.courier)
    const key = { ownerId, courierId }
    const phone = localPhone(body.phone, places.country)
    const keys = await keysFor(key, body.token)
    const code = { ...key, phone }
    if (!(await claimTry(db, code))) throw new AppError('code_expired')
    const newStore = {
      address: body.address ?? '',
      districtId: body.district_id ?? 0,
      wardCode: body.ward_code ?? '',
    }
    const place = body.store_id === undefined ? { newStore } : { storeId: body.store_id }
    const request = { phone, code: body.otp, ...place }
    const joined = await withPlaces(key, keys, (session, { partners }) =>
      partners.join(session, request),
    ).catch(async (error: unknown) => {
      if (isWrongCode(error))
        throw new AppError('validation_failed', { invalidFields: { otp: 'field.wrong_code' } })
      await giveBackTry(db, code)
      return asFieldError(error, { [places.keys.chosen]: 'store_id', ward: 'ward_code' })
    })
    await forgetCode(db, code)
    if (!body.token) await readPlacesAgain(key, keys)
    return { data: { store_id: joined.storeId, client_id: joined.clientId } }
  })

  serve('POST /deliveries/stores/assign-role', async ({ body, session: { ownerId } }) => {
    const key = { ownerId, courierId: chosenCourier(body.courier).id }
    return db.asOwner(ownerId, async (tx) => {
      const account = await findCourierAccount(tx, key)
      if (!account) throw new AppError('courier_not_connected')
      const noted: NotedPlace[] = account.places.map((place) =>
        place.id === body.store_id ? { ...place, role: body.role } : place,
      )
      const store = noted.find(({ id }) => id === body.store_id)
      if (!store) throw new AppError('not_found')
      await savePlaces(tx, key, noted)
      return { data: presentStore(store, account) }
    })
  })

  for (const name of ['GET /deliveries/ghn/provinces', 'GET /deliveries/provinces'] as const)
    serve(name, async ({ query, session: { ownerId } }) => {
      const isNew = query.levels === '2'
      const { rows, all } = await withAreas(ownerId, query.courier, async (session, areas) => ({
        rows: await areaCache.provinces(session, areas, isNew),
        all: await areaCache.provinces(session, areas, true),
      }))
      return {
        data: rows.map((row) => {
          const now = findNewProvince(row, all)
          return {
            id: row.id,
            name: row.name,
            name_new: now?.name ?? null,
            is_merged: now !== undefined && now.name !== row.name,
          }
        }),
      }
    })

  for (const name of ['GET /deliveries/ghn/districts', 'GET /deliveries/districts'] as const)
    serve(name, async ({ query, session: { ownerId } }) => {
      const rows = await withAreas(ownerId, query.courier, (session, areas) =>
        areaCache.districts(session, areas, query.province_id),
      )
      return { data: rows.map((row) => ({ id: row.id, name: row.name })) }
    })

  for (const name of ['GET /deliveries/ghn/wards', 'GET /deliveries/wards'] as const)
    serve(name, async ({ query, session: { ownerId } }) => {
      const of = wardsOf(query)
      const rows = await withAreas(ownerId, query.courier, (session, areas) =>
        areaCache.wards(session, areas, of),
      )
      return { data: rows.map((row) => ({ code: row.id, name: row.name })) }
    })

  function findAccount(key: AccountKey): Promise<CourierAccount | undefined> {
    return db.asOwner(key.ownerId, (tx) => findCourierAccount(tx, key))
  }

  /** Answers the keys that were entered, else those of the connected account. */
  async function keysFor(key: AccountKey, entered: string | undefined): Promise<Keys> {
    const courier = sessions.courierOf(key.courierId)
    if (!courier?.places || !sessions.isSetUp(courier)) throw new AppError('courier_not_set_up')
    if (entered) return fillKeys(courier, { [courier.places.keys.opening]: entered }, undefined)
    const kept = await connecting.storageKeys(key)
    if (!kept) throw new AppError('courier_not_connected')
    return kept
  }

  function withPlaces<T>(
    key: AccountKey,
    keys: Keys,
    work: (session: CourierSession, places: Places) => Promise<T>,
  ): Promise<T> {
    return sessions.tryKeys(key, keys, (session, { places }) => {
      if (!places) throw new AppError('courier_not_set_up')
      return work(session, places)
    })
  }

  async function withAreas<T>(
    ownerId: string,
    code: string | undefined,
    work: (session: CourierSession, areas: Places['areas']) => Promise<T>,
  ): Promise<T> {
    const { id: courierId, places } = chosenCourier(code)
    const key = { ownerId, courierId }
    if (!(await findAccount(key))) throw new AppError('courier_not_connected')
    return sessions.use(key, (session) => work(session, places.areas)).catch(asCourierError)
  }

  /** The store that was joined is among those of the account from now on. */
  async function readPlacesAgain(key: AccountKey, keys: Keys): Promise<void> {
    const { places } = await sessions
      .tryKeys(key, keys, (session, courier) => courier.connect(session))
      .catch(asCourierError)
    await db.asOwner(key.ownerId, async (tx) => {
      const account = await findCourierAccount(tx, key)
      const known = new Map(account?.places.map((place) => [place.id, place]))
      await savePlaces(
        tx,
        key,
        places.map((place) => ({ ...known.get(place.id), ...place })),
      )
    })
  }
}

function wardsOf(query: Query<'GET /deliveries/wards'>): { districtId: string } | { newProvinceId: string } {
  const { district_id: districtId, province_id: newProvinceId } = query
  if (districtId !== undefined && newProvinceId === undefined) return { districtId }
  if (districtId === undefined && newProvinceId !== undefined) return { newProvinceId }
  const field = newProvinceId === undefined ? 'district_id' : 'province_id'
  throw new AppError('validation_failed', { invalidFields: { [field]: 'field.district_or_province' } })
}

function isWrongCode(error: unknown): boolean {
  return error instanceof ChannelError && error.fields.some(({ field }) => field === 'otp')
}

function presentStore(place: NotedPlace, { placeId }: CourierAccount): OwnStore {
  const { id, name, phone, address, role = 'staff' } = place
  return { id, name, phone, address, is_selected: id === placeId, role }
}
