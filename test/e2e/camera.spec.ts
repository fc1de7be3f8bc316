/** A waybill before the camera of a browser that reads no codes itself, as those of iPhones and of Windows do not. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bwipjs from 'bwip-js/node'
import sharp from 'sharp'
import { findBrowser } from '../browser.ts'
import { expect, test } from './page-steps.ts'

const [width, height] = [640, 480]

/** A film in which a code lies on a table. */
async function filmOf(text: string): Promise<string> {
  const code = await bwipjs.toBuffer({ bcid: 'code128', text, scale: 2, height: 20, includetext: true })
  const table = sharp({ create: { width, height, channels: 3, background: '#cccccc' } })
  const grey = await table
    .composite([{ input: await sharp(code).flatten({ background: '#ffffff' }).png().toBuffer() }])
    .greyscale()
    .raw()
    .toBuffer()
  const colourless = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), grey, colourless])
  const film = Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`),
    frame,
    frame,
  ])
  const path = join(mkdtempSync(join(tmpdir(), 'film-')), 'code.y4m')
  writeFileSync(path, film)
  return path
}

const { path, args, env } = await findBrowser()
test.use({
  launchOptions: {
    executablePath: path,
    args: [
      ...args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${await filmOf('MYT-CAMERA-0001')}`,
    ],
    env,
  },
})

test('what the camera sees is scanned', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders/scan')
  expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false)
  await page.getByRole('button', { name: 'Camera' }).click()
  await expect(page.getByText('No order found for MYT-CAMERA-0001. Check the code.').last()).toBeVisible()
})
