import { expect, test } from './page-steps.ts'

test('can be put on a home screen', async ({ page, request }) => {
  await page.goto('/en/auth/login')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const reply = await request.get(address ?? '')
  expect(reply.headers()['content-type']).toContain('manifest+json')
  const manifest = (await reply.json()) as { icons: { src: string; sizes: string }[]; start_url: string }
  expect((await request.get(manifest.start_url)).status()).toBe(200)
  for (const { src, sizes } of manifest.icons) {
    await page.goto(src)
    const drawn = await page
      .locator('img')
      .evaluate((img: HTMLImageElement) => `${img.naturalWidth}x${img.naturalHeight}`)
    expect(drawn).toBe(sizes)
  }
})
