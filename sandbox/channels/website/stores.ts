import { hash } from '../../random.ts'
import type { Store } from './types.ts'

/** All stores live under one host, each in a folder of its own, as sites in folders do. */
export const PREFIX = '/web/'

export const STORES: readonly Store[] = [
  {
    slug: 'aoi-gifts',
    name: 'Aoi Gifts',
    region: 'MY',
    currency: 'MYR',
    decimals: 2,
    hoursAhead: 8,
    taxPercent: 0,
  },
  {
    slug: 'aoi-gifts-vn',
    name: 'Aoi Gifts VN',
    region: 'VN',
    currency: 'VND',
    decimals: 0,
    hoursAhead: 7,
    taxPercent: 8,
  },
  {
    slug: 'merlion-bazaar',
    name: 'Merlion Bazaar',
    region: 'SG',
    currency: 'SGD',
    decimals: 2,
    hoursAhead: 8,
    taxPercent: 9,
  },
]

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
