import { createHmac, timingSafeEqual } from 'node:crypto'

export const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Compares without telling by its time how much was right. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
