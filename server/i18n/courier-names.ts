/** Names of couriers, including the channels' own logistics. */
import { couriers } from '../../connectors/couriers/registry.ts'
import { connectors } from '../../connectors/registry.ts'
import { selfDeliveryId, logisticsIds } from '../../model/delivery.ts'
import type { Language } from '../../model/language.ts'
import { translate } from './translate.ts'

const names = new Map<number, string>([
  ...couriers.map(({ id, name }) => [id, name] as const),
  ...connectors.flatMap(({ id, name }) => {
    const logistics = logisticsIds[id]
    return logistics === undefined ? [] : [[logistics, name] as const]
  }),
])

export const knownCouriers: readonly number[] = [selfDeliveryId, ...names.keys()]

export function courierName(id: number, language: Language): string {
  return id === selfDeliveryId ? translate(language, 'courier.self_delivery') : (names.get(id) ?? String(id))
}
