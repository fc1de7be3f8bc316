/** The specification names couriers in paths; everything else is the same for all of them. */
import type { Courier } from '../../connectors/courier.ts'
import { AppError } from '../../model/errors.ts'

/** The courier at the end of a path or an endpoint's name, such as `POST /deliveries/integrate/jnt`. */
export function courierOfPath(couriers: readonly Courier[], path: string): Courier {
  const code = path.slice(path.lastIndexOf('/') + 1)
  const courier = couriers.find((one) => one.code === code)
  if (!courier) throw new Error(`there is no courier for ${path}`)
  return courier
}

type WithPlaces = Courier & { places: NonNullable<Courier['places']> }

/** The courier of that code, or the first one whose accounts open several places. */
export function courierWithPlaces(couriers: readonly Courier[], code: string | undefined): WithPlaces {
  const found = couriers.find(
    (one): one is WithPlaces => one.places !== undefined && (code === undefined || one.code === code),
  )
  if (!found) throw new AppError('courier_not_set_up')
  return found
}
