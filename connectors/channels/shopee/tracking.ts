/** The numbers that parcels are tracked by. Source: "v2.logistics.get_mass_tracking_number" API reference. */
import { z } from 'zod'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import { batchesOf, call, withoutCulprits } from './auth.ts'
import type { Parcel } from '../../../model/parcel.ts'
import { isAboutPackages, isAllFailed, trackingBatchSchema, trackingSchema } from './wire.ts'

const onTheirWay = new Set(['PROCESSED', 'RETRY_SHIP', 'SHIPPED', 'TO_CONFIRM_RECEIVE', 'TO_RETURN'])

/** Arranged, and somebody may still ask where the parcel is. */
export function isOnItsWay(status: string | undefined): boolean {
  return status !== undefined && onTheirWay.has(status)
}

const packagesSchema = z.object({ package_list: z.array(z.object({ package_number: z.string() })) })

/** Tracking numbers by package, of these details of orders on their way. */
export async function requestTrackingNumbers(
  session: Session,
  details: unknown[],
): Promise<Map<string, string>> {
  const packages = details.flatMap((raw) => packagesSchema.safeParse(raw).data?.package_list ?? [])
  // A package that is named twice, or not at all, fails the whole call.
  const numbers = [...new Set(packages.map((one) => one.package_number).filter(Boolean))]
  const parts = await Promise.all(
    batchesOf(numbers).map((batch) =>
      withoutCulprits(batch, (known) => requestBatch(session, known), isAboutPackages),
    ),
  )
  const found = parts.flat().flatMap((raw) => trackingSchema.safeParse(raw).data ?? [])
  // Until the courier has given one, the number is an empty text.
  const given = found.filter((row) => row.tracking_number !== '')
  return new Map(given.map((row) => [row.package_number, row.tracking_number]))
}

async function requestBatch(session: Session, numbers: string[]): Promise<unknown[]> {
  const path = '/api/v2/logistics/get_mass_tracking_number'
  const body = { package_list: numbers.map((number) => ({ package_number: number })) }
  const request = { method: 'POST', path, query: {}, body } as const
  try {
    const reply = await readAgain(() =>
      call({ ...session, now: session.now() }, request, trackingBatchSchema),
    )
    return reply.response?.success_list ?? []
  } catch (error) {
    if (isAllFailed(error)) return []
    throw error
  }
}

/** The package is left out where there is none: an empty one is refused. */
export function parcelQuery({ channelOrderId, channelPackageId }: Parcel): Record<string, string> {
  return { order_sn: channelOrderId, ...(channelPackageId !== null && { package_number: channelPackageId }) }
}
