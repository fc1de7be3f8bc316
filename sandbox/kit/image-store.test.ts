import { expect, it } from 'vitest'
import { temporaryPath } from './test-steps.ts'
import { makePng } from '../../test/steps/selling-session.ts'
import { createImageStore, sniffImage } from './image-store.ts'

/** Start, an application segment to be skipped, and a frame of 640 by 480. */
const JPEG = Buffer.from('ffd8ffe0000400ffffc0001108' + '01e00280' + '03012200021101031101', 'hex')

it('knows pictures by their bytes and reads their sizes', () => {
  expect(sniffImage(Buffer.from(makePng(30, 20).bytes))).toEqual({ type: 'image/png', width: 30, height: 20 })
  expect(sniffImage(JPEG)).toEqual({ type: 'image/jpeg', width: 640, height: 480 })
  for (const other of ['', 'GIF89a', '<svg/>']) expect(sniffImage(Buffer.from(other))).toBeUndefined()
  expect(sniffImage(JPEG.subarray(0, 9))).toBeUndefined()
})

it('keeps a picture once, serves it, and with a folder over a restart', () => {
  const folder = temporaryPath('images')
  const bytes = Buffer.from(makePng(8, 8).bytes)
  const image = createImageStore(folder).add(bytes)
  expect(image?.path).toMatch(/^\/uploads\/[0-9a-f]{32}\.png$/)
  const again = createImageStore(folder)
  expect(again.find(image?.id ?? '')?.bytes).toEqual(bytes)
  expect(again.add(bytes)?.id).toBe(image?.id)
  expect(again.find('../../etc/passwd')).toBeUndefined()
  expect(createImageStore().add(Buffer.from('no picture'))).toBeUndefined()
})
