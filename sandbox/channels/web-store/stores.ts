import { hash } from '../../kit/random.ts'
import type { Row, Store } from './types.ts'

/** All shops live under one host, each in a folder of its own. */
export const PREFIX = '/web2/'

export const STORES: readonly Store[] = [
  { slug: 'hana-home', name: 'Hana Home', region: 'MY', currency: 'MYR', decimals: 2, taxPercent: 0 },
  { slug: 'hana-home-vn', name: 'Hana Home VN', region: 'VN', currency: 'VND', decimals: 0, taxPercent: 8 },
  { slug: 'lion-living', name: 'Lion Living', region: 'SG', currency: 'SGD', decimals: 2, taxPercent: 9 },
]

/** Ids rise with the number, as those of the server do with time. */
export const numbered = (prefix: string, number: number): string =>
  `${prefix}_01K${String(number).padStart(23, '0')}`

const hex = (text: string): string => hash(text).toString(16).padStart(8, '0')

export const named = (prefix: string, name: string): string =>
  `${prefix}_01K${`${hex(`1${name}`)}${hex(`2${name}`)}${hex(`3${name}`)}`.slice(0, 23).toUpperCase()}`

/** The key that a shop has from the start; published, and good for nothing else. */
export const firstKey = ({ slug }: Store): string => keyOf(`key:${slug}`)

export const keyOf = (name: string): string =>
  `sk_${Array.from({ length: 8 }, (_, part) => hex(`${name}:${part}`)).join('')}`

export const storeId = ({ slug }: Store): string => named('store', slug)
export const channelId = ({ slug }: Store): string => named('sc', slug)
export const locationId = ({ slug }: Store): string => named('sloc', slug)
export const profileId = ({ slug }: Store): string => named('sp', slug)
export const optionId = ({ slug }: Store): string => named('so', slug)
export const regionId = ({ slug }: Store): string => named('reg', slug)

/** The owner, who signs in with an e-mail address and a password that are published like the keys. */
export const userOf = (store: Store): Row & { id: string; email: string } => ({
  id: named('user', store.slug),
  email: `owner@${store.slug}.test`,
  first_name: 'Hana',
  last_name: 'Tan',
  avatar_url: null,
  metadata: null,
  created_at: iso(OPENED),
  updated_at: iso(OPENED),
  deleted_at: null,
})

export const passwordOf = ({ slug }: Store): string => `${slug}-sandbox`

/** 1 November 2023: all stores were open before their first sale. */
export const OPENED = Date.UTC(2023, 10, 1)

/** An amount as the API writes it: a number of major units. */
export const major = ({ decimals }: Store, minor: number): number => minor / 10 ** decimals

export const iso = (ms: number): string | null => (ms === 0 ? null : new Date(ms).toISOString())
