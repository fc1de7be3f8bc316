import { hash } from '../../kit/random.ts'

/** All sites live under one host, each in a folder of its own. */
export const PREFIX = '/espo/'

export interface Site {
  slug: string
  name: string
  region: 'MY' | 'VN'
  currency: string
}

export const SITES: readonly Site[] = [
  { slug: 'aoi-crm', name: 'Aoi customers', region: 'MY', currency: 'MYR' },
  { slug: 'bao-crm', name: 'Bao customers', region: 'VN', currency: 'VND' },
]

const hex = (text: string): string => hash(text).toString(16).padStart(8, '0')

/** 32 digits, as the page of an API user shows them. */
export const keyOf = (name: string): string =>
  Array.from({ length: 4 }, (_, part) => hex(`${name}:${part}`)).join('')

/** The key that a site has from the start; published, and good for nothing else. */
export const firstKey = ({ slug }: Site): string => keyOf(`crm:${slug}`)

/** 17 digits that rise with the number, as those of the server do with time. */
export const contactId = (number: number): string => `65a${number.toString(16).padStart(14, '0')}`
