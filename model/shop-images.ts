/** Pictures of a template for one channel: its own where it has any, those of all channels otherwise. */
import type { ProductTemplate, TemplateImage } from './product-template.ts'

type Field = 'images' | 'images_lazada' | 'images_shopee' | 'images_tiktok'

const ownFields: Partial<Record<number, Field>> = {
  1: 'images_lazada',
  2: 'images_shopee',
  5: 'images_tiktok',
}

/** Field that the pictures stand in. */
export function imageFieldOf(template: ProductTemplate, platformId: number): Field {
  const own = ownFields[platformId]
  return own && template[own].length > 0 ? own : 'images'
}

export function imagesFor(template: ProductTemplate, platformId: number): TemplateImage[] {
  return template[imageFieldOf(template, platformId)]
}
