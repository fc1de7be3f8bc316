import { hash } from '../kit/random.ts'
import type { Store } from './types.ts'

export interface Keys {
  key: string
  secret: string
  permissions: 'read' | 'write' | 'read_write'
}

/** The keys that a store has from the start; published, and good for nothing else. */
export function firstKeys(store: Store): Keys {
  const digits = (name: string): string =>
    Array.from({ length: 5 }, (_, part) =>
      hash(`${name}:${store.slug}:${part}`).toString(16).padStart(8, '0'),
    ).join('')
  return { key: `ck_${digits('key')}`, secret: `cs_${digits('secret')}`, permissions: 'read_write' }
}

/** An amount as the store writes it: text with as many decimals as it shows. */
export const amount = (store: Store, minor: number): string =>
  (minor / 10 ** store.decimals).toFixed(store.decimals)

export const gmt = (seconds: number): string | null =>
  seconds === 0 ? null : new Date(seconds * 1000).toISOString().slice(0, 19)

export const local = (store: Store, seconds: number): string | null =>
  seconds === 0 ? null : gmt(seconds + store.hoursAhead * 3_600)
