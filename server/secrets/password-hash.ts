import { hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB and two passes. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password)
}
