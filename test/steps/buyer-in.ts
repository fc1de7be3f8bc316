import { createPerson } from '../../sandbox/kit/fake-customers.ts'

/** The name under which the sandbox knows somebody who lives in this ward. */
export function buyerIn(ward: string): string {
  for (let at = 0; at < 10_000; at++) {
    const name = `buyer-${at}`
    if (createPerson('VN', name).address.town === ward) return name
  }
  throw new Error(`nobody lives in ${ward}`)
}
