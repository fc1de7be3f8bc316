import type { Lazada } from './lazada.ts'
import { LazadaError, shopPost, type Answer, type Endpoints, type ShopCall } from './wire.ts'

const LARGEST = 1_000_000
const SMALLEST_SIDE = 330
const LARGEST_SIDE = 5_000

function upload(lazada: Lazada, { files }: ShopCall): Answer {
  const file = files.find(({ field }) => field === 'image')
  if (!file) throw new LazadaError('302', 'E302: Not supported URL')
  if (file.bytes.length > LARGEST) throw new LazadaError('303', 'E303: The image is too large')
  const image = lazada.images.add(file.bytes)
  if (!image) throw new LazadaError('300', 'E300: Upload Image Failed: only JPG and PNG are supported')
  const sides = [image.width, image.height]
  if (Math.min(...sides) < SMALLEST_SIDE || Math.max(...sides) > LARGEST_SIDE)
    throw new LazadaError(
      '300',
      `E300: Upload Image Failed: the sides must be ${SMALLEST_SIDE} to ${LARGEST_SIDE} pixels`,
    )
  return { data: { image: { url: `${lazada.baseUrl()}${image.path}`, hash_code: image.id } } }
}

export const imageEndpoints: Endpoints = { '/image/upload': shopPost(upload) }
