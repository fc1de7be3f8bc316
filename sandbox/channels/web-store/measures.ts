import { z } from 'zod'

const text = z.string().nullish()
const size = z.number().nullish()

/** Measures and customs codes, which products, variants and items have alike. */
export const measureFields = {
  weight: size,
  length: size,
  height: size,
  width: size,
  hs_code: text,
  mid_code: text,
  origin_country: text,
  material: text,
}

export const noMeasures = {
  weight: null,
  length: null,
  height: null,
  width: null,
  hs_code: null,
  mid_code: null,
  origin_country: null,
  material: null,
}
