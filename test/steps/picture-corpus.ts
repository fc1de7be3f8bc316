/** Picture files as sellers bring them, and what the template's gate says of each: null, it is taken. */
import sharp, { type Sharp } from 'sharp'
import { createRandom } from '../../sandbox/kit/random.ts'

export type PictureFile = {
  name: string
  bytes: Uint8Array
  rule:
    | 'image-not-found'
    | 'image-invalid-type'
    | 'image-max-size-required'
    | 'image-min-dimension-required'
    | null
}

type Plain = { channels?: 3 | 4; background?: { r: number; g: number; b: number; alpha?: number } }

/** One colour takes hardly a byte. */
function plain(width: number, height: number, { channels = 3, background }: Plain = {}): Sharp {
  return sharp({ create: { width, height, channels, background: background ?? { r: 60, g: 120, b: 180 } } })
}

/** Noise takes as many bytes as a picture can. */
function noise(width: number, height: number): Sharp {
  const random = createRandom(`noise ${width} ${height}`)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 4) pixels.writeUInt32LE(random.int(0, 0xffff_ffff), at)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export async function pictureCorpus(): Promise<PictureFile[]> {
  const files: [string, PictureFile['rule'], Promise<Uint8Array>][] = [
    ['a PNG of the least sides', null, plain(600, 600).png().toBuffer()],
    ['a PNG of a pixel less', 'image-min-dimension-required', plain(599, 800).png().toBuffer()],
    ['a JPEG of a pixel less in height', 'image-min-dimension-required', plain(800, 599).jpeg().toBuffer()],
    ['a JPEG of a pixel more', 'image-min-dimension-required', plain(5_001, 600).jpeg().toBuffer()],
    ['a JPEG as wide as it may be', null, plain(5_000, 600).jpeg().toBuffer()],
    ['a PNG as tall as it may be', null, plain(600, 5_000).png().toBuffer()],
    [
      'a PNG that lets through',
      null,
      plain(700, 700, { channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.2 } })
        .png()
        .toBuffer(),
    ],
    ['a PNG of few colours', null, plain(700, 700).png({ palette: true }).toBuffer()],
    ['a PNG in sixteen bits', null, plain(700, 700).toColourspace('rgb16').png().toBuffer()],
    ['a grey JPEG', null, plain(700, 700).greyscale().jpeg().toBuffer()],
    ['a JPEG in colours of printers', null, plain(700, 700).toColourspace('cmyk').jpeg().toBuffer()],
    ['a progressive JPEG', null, plain(700, 900).jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG of a camera held upright',
      null,
      plain(900, 700).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['a JPEG of nearly a megabyte', null, noise(950, 950).jpeg({ quality: 80 }).toBuffer()],
    ['a JPEG of more', 'image-max-size-required', noise(1_200, 1_200).jpeg({ quality: 95 }).toBuffer()],
    ['a PNG of more', 'image-max-size-required', noise(700, 700).png().toBuffer()],
    ['a WebP', 'image-invalid-type', plain(700, 700).webp().toBuffer()],
    ['a GIF', 'image-invalid-type', plain(700, 700).gif().toBuffer()],
    ['a TIFF', 'image-invalid-type', plain(700, 700).tiff().toBuffer()],
    ['a drawing', 'image-invalid-type', textOf('<svg xmlns="http://www.w3.org/2000/svg" width="700"/>')],
    ['a page', 'image-invalid-type', textOf('<html><body>not found</body></html>')],
    ['a JPEG that breaks off', 'image-invalid-type', brokenOff(plain(700, 700).jpeg().toBuffer())],
    ['nothing', 'image-not-found', textOf('')],
  ]
  return Promise.all(files.map(async ([name, rule, bytes]) => ({ name, rule, bytes: await bytes })))
}

const textOf = async (text: string) => new TextEncoder().encode(text)

const brokenOff = async (whole: Promise<Uint8Array>) => (await whole).subarray(0, 400)
