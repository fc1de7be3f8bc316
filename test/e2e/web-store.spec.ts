import { expect, expectWellMade, test } from './page-steps.ts'

test('a web store is linked with its keys, once they are the right ones', async ({
  page,
  signInAs,
  sandbox,
  product,
}) => {
  const keys = (await sandbox('POST', '/_sandbox/website/authorize', { shop_id: 'merlion-bazaar' })) as {
    platform_url: string
    api_key: string
    api_secret: string
  }
  await signInAs('manager@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect Website' }).click()
  const form = page.getByRole('dialog', { name: 'Connect Website' })
  await expect(form.getByLabel('Shop name')).toBeFocused()
  await expectWellMade(page)

  await form.getByLabel('Shop name').fill('Our own store')
  await form.getByLabel('Shop URL').fill(keys.platform_url)
  await form.getByLabel('API key').fill(keys.api_key)
  await form.getByLabel('API secret').fill(`${keys.api_secret.slice(0, -1)}x`)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await expect(form.getByLabel('Shop name')).toHaveValue('Our own store')

  // A shop that another spec has linked keeps its name.
  const linked = (await (await page.request.get('/api/v2/shops?limit=100')).json()) as {
    data: { system_name: string }[]
  }
  const known = linked.data.find((one) => one.system_name === 'Merlion Bazaar')
  const name = known?.system_name ?? 'Our own store'
  await form.getByLabel('API secret').fill(keys.api_secret)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText(`${name} is connected.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^${product.url}/en/setting/channels/\\d+$`))
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('a store of the second generation is linked with its only key', async ({ page, signInAs, sandbox }) => {
  const key = (await sandbox('POST', '/_sandbox/web-store/authorize', { shop_id: 'hana-home-vn' })) as {
    platform_url: string
    api_key: string
  }
  await signInAs('manager@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect Web store' }).click()
  const form = page.getByRole('dialog', { name: 'Connect Web store' })
  await expect(form.getByLabel('API secret')).toHaveCount(0)
  await form.getByLabel('Shop name').fill('Our second store')
  await form.getByLabel('Shop URL').fill(key.platform_url)
  await form.getByLabel('Secret API key').fill(`${key.api_key}0`)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByRole('alert')).toBeVisible()

  await form.getByLabel('Secret API key').fill(key.api_key)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Our second store is connected.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our second store' })).toBeVisible()
})
