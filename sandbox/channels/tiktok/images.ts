import { URI } from './item-facts.ts'
import type { Tiktok } from './tiktok.ts'
import { badParam, TiktokError, type Endpoints, type SellerCall } from './wire.ts'

const LARGEST = 10_000_000
const SMALLEST_SIDE = 100
const LARGEST_SIDE = 20_000
const USES = new Set(
  'MAIN_IMAGE ATTRIBUTE_IMAGE DESCRIPTION_IMAGE CERTIFICATION_IMAGE SIZE_CHART_IMAGE'.split(' '),
)

function upload(tiktok: Tiktok, { form }: SellerCall): object {
  if (!form) throw new TiktokError(36009022, 'Invalid content-type: multipart/form-data is expected')
  const use = form.fields['use_case'] ?? 'MAIN_IMAGE'
  if (!USES.has(use)) throw badParam('Invalid parameter: use_case')
  const file = form.files.find(({ field }) => field === 'data')
  if (!file) throw badParam('Invalid parameter: data is missing')
  if (file.bytes.length > LARGEST) throw new TiktokError(36009021, 'The file is too big')
  const image = tiktok.images.add(file.bytes)
  if (!image) throw new TiktokError(12052910, 'Invalid parameter: data: only JPG, PNG and WEBP are supported')
  const sides = [image.width, image.height]
  if (Math.min(...sides) < SMALLEST_SIDE || Math.max(...sides) > LARGEST_SIDE)
    throw new TiktokError(
      12052910,
      `Invalid parameter: data: the sides must be ${SMALLEST_SIDE} to ${LARGEST_SIDE} pixels`,
    )
  return {
    uri: URI + image.id,
    url: tiktok.baseUrl() + image.path,
    width: image.width,
    height: image.height,
    use_case: use,
  }
}

export const imageEndpoints: Endpoints = {
  'product/images/upload': { method: 'POST', scope: 'seller', run: upload },
}
