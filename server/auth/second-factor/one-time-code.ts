/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 s) and the codes for the day when the phone is gone. */
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const period = 30
/** Half minutes by which the clocks of phone and server may differ. */
const drift = 1

/** Base32, 160 bits as the RFC recommends. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the content of the QR code. `label`: the user's address, as the app shows it. */
export function secretUri(secret: string, label: string): string {
  return totp(secret, label).toString()
}

/** The half minute since 1970 that the code belongs to; null where it is wrong at that moment. */
export function stepOf(secret: string, code: string, at: Date): number | null {
  const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: drift })
  return delta === null ? null : Math.floor(at.getTime() / 1000 / period) + delta
}

export function codeAt(secret: string, at: Date): string {
  return totp(secret).generate({ timestamp: at.getTime() })
}

const recoveryCount = 10

/** Each of 80 bits, so that a hash alone guards it. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCount }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32
    return letters.match(/.{4}/g)?.join('-') ?? letters
  })
}

export function recoveryHash(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest()
}

function totp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: 'Seller Console',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: Secret.fromBase32(secret),
  })
}
