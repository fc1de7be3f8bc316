import { z } from 'zod'
import type { Listing, ListingChange } from '../kit/catalog.ts'

/** A reduced price as callers write it; an empty text takes it, or an end of its time, away. */
export const saleFields = {
  sale_price: z.string().optional(),
  date_on_sale_from_gmt: z.string().nullish(),
  date_on_sale_to_gmt: z.string().nullish(),
}

interface SaleInput {
  sale_price?: string | undefined
  date_on_sale_from_gmt?: string | null | undefined
  date_on_sale_to_gmt?: string | null | undefined
}

/** Undefined for what stays as it is. */
export interface Sale {
  salePrice?: number | null
  from?: number
  to?: number
}

export function readSale(input: SaleInput, toMinor: (amount: string) => number): Sale {
  const { sale_price: sale, date_on_sale_from_gmt: from, date_on_sale_to_gmt: to } = input
  const secondsOf = (text: string | null): number => (text ? Date.parse(`${text}Z`) / 1000 : 0)
  return {
    ...(sale !== undefined && { salePrice: sale === '' ? null : toMinor(sale) }),
    ...(from !== undefined && { from: secondsOf(from) }),
    ...(to !== undefined && { to: secondsOf(to) }),
  }
}

/** A sale price that is not below the price is dropped without a word; its dates stay with one that is. */
export function withSale(
  listing: Pick<Listing<number>, 'price' | 'sale'>,
  { salePrice, from, to, ...change }: Sale & Omit<ListingChange, 'sale'>,
): ListingChange {
  const { price = listing.price } = change
  const reduced = salePrice === undefined ? listing.sale?.price : (salePrice ?? undefined)
  const dates = { from: from ?? listing.sale?.from ?? 0, to: to ?? listing.sale?.to ?? 0 }
  return {
    ...change,
    sale: reduced !== undefined && reduced < price ? { price: reduced, ...dates } : undefined,
  }
}
