import type { Page } from '@playwright/test'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

/** Connects the marketplace's shop in Vietnam in another tab, whose amounts are in VND. */
export async function linkVietnam(page: Page, sandbox: Sandbox): Promise<void> {
  const consent = await page.request.get('/api/v2/shops/authorization-url?platform_id=2')
  const { data } = (await consent.json()) as { data: { url: string; state: string } }
  const redirect = new URL(data.url).searchParams.get('redirect_uri')
  const body = { redirect, state: data.state, shop_id: 727720901 }
  const { location } = (await sandbox('POST', '/_sandbox/shopee/authorize', body)) as { location: string }
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(location)
  await elsewhere.getByText('Aoi Gifts VN').first().waitFor()
  await elsewhere.close()
}
