/**
 * The code that the first account of a console is made with. It comes from SECRET_KEY, so that every process prints the same one
 * and nothing has to be stored; it opens nothing once there is an account. Decision 0088.
 */
import { hkdfSync, timingSafeEqual } from 'node:crypto'

/** Without I, L, O and U, which are misread. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

/** 80 bits, as in "7KQF-09TB-XW3M-AC5E". */
export function setupCode(secretKey: Buffer): string {
  const bytes = new Uint8Array(hkdfSync('sha256', secretKey, 'seller-console', 'set-up-code', length))
  const code = Array.from(bytes, (byte) => letters.charAt(byte % letters.length)).join('')
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** Spaces, dashes, small letters and look-alikes make no difference. */
export function isSetupCode(given: string, secretKey: Buffer): boolean {
  const [right, typed] = [setupCode(secretKey), given].map((code) => Buffer.from(plain(code)))
  return right !== undefined && typed?.length === right.length && timingSafeEqual(right, typed)
}

function plain(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}
