import { createRandom } from './random.ts'

const SHAPES = [
  '<circle cx="200" cy="176" r="92"/>',
  '<rect x="112" y="88" width="176" height="176" rx="36"/>',
  '<path d="M200 80l104 60v120l-104 60-104-60V140z"/>',
  '<path d="M200 296c-96-64-120-104-120-144a60 60 0 0 1 120-24 60 60 0 0 1 120 24c0 40-24 80-120 144z"/>',
  '<path d="M120 120h160l-20 160a24 24 0 0 1-24 20h-72a24 24 0 0 1-24-20z"/>',
] as const

/** Degrees between the colours of two photos: few, as each photo is drawn once and kept. */
const HUE_STEP = 18
const SIDE = 640

const drawn = new Map<string, Promise<Buffer>>()

/** A photo for an item, as JPEG: a soft gradient and a plain shape, always the same for the same item. */
export function itemImage(itemId: string): Promise<Buffer> {
  const random = createRandom(`image:${itemId}`)
  const hue = random.int(0, 360 / HUE_STEP - 1) * HUE_STEP
  const shape = random.pick(SHAPES)
  const key = `${hue} ${shape}`
  const image = drawn.get(key) ?? draw(hue, shape)
  drawn.set(key, image)
  return image
}

async function draw(hue: number, shape: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const other = (hue + 48) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${SIDE}" height="${SIDE}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue},62%,90%)"/><stop offset="1" stop-color="hsl(${other},58%,78%)"/></linearGradient></defs>
<rect width="400" height="400" fill="url(#g)"/>
<g fill="hsl(${other},46%,62%)" fill-opacity=".55">${shape}</g>
<rect x="130" y="338" width="140" height="10" rx="5" fill="hsl(${hue},40%,55%)" fill-opacity=".35"/>
</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
