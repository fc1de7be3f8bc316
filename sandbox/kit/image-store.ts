import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { sendText } from './http.ts'

export type ImageType = 'image/jpeg' | 'image/png'

export interface ImageFacts {
  type: ImageType
  /** Pixels. */
  width: number
  height: number
}

export interface StoredImage extends ImageFacts {
  /** 32 hex digits made of its bytes: the same picture is kept once. */
  id: string
  bytes: Buffer
  /** Under the sandbox's own address. */
  path: string
}

/** Pictures that sellers uploaded, kept and served. */
export interface ImageStore {
  /** Undefined for what is neither JPEG nor PNG, whatever it calls itself. */
  add(bytes: Buffer): StoredImage | undefined
  find(id: string): StoredImage | undefined
  /** Answers a path that begins with UPLOADS; false when there is no such picture. */
  serve(path: string, response: ServerResponse): boolean
}

export const UPLOADS = '/uploads/'

const ENDINGS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

/** With a folder the pictures outlive a restart. */
export function createImageStore(folder?: string): ImageStore {
  const known = new Map<string, StoredImage>()

  const take = (bytes: Buffer): StoredImage | undefined => {
    const facts = sniffImage(bytes)
    if (!facts) return undefined
    const id = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const image = { ...facts, id, bytes, path: `${UPLOADS}${id}.${ENDINGS[facts.type]}` }
    known.set(id, image)
    return image
  }

  const find = (id: string): StoredImage | undefined => {
    const kept = known.get(id)
    // Only names that the store gave out ever become part of a path.
    if (kept || folder === undefined || !/^[0-9a-f]{32}$/.test(id)) return kept
    const file = join(folder, id)
    return existsSync(file) ? take(readFileSync(file)) : undefined
  }

  return {
    add(bytes) {
      const image = take(bytes)
      if (image && folder !== undefined) {
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, image.id), bytes)
      }
      return image
    },
    find,
    serve(path, response) {
      const image = find(path.slice(UPLOADS.length).replace(/\.(jpg|png)$/, ''))
      if (!image) return false
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
      sendText(response, 200, image.type, image.bytes)
      return true
    },
  }
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/** Reads type and size of a picture from its bytes; undefined for anything but JPEG and PNG. */
export function sniffImage(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG))
    return sized('image/png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return sniffJpeg(bytes)
  return undefined
}

/** Sizes stand in the first "start of frame" segment; the other segments are skipped by their lengths. */
function sniffJpeg(bytes: Buffer): ImageFacts | undefined {
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // C4, C8 and CC are tables and an extension among the frame markers.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return sized('image/jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    // Padding before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const sized = (type: ImageType, width: number, height: number): ImageFacts | undefined =>
  width > 0 && height > 0 ? { type, width, height } : undefined
