import { expect, test as base, type Page } from '@playwright/test'
import { createOwner } from '../../server/settings/owners-store.ts'
import { centralSettings, startCentralHome, type CentralHome } from '../steps/central-home-provider.ts'
import { freePort, startTestConsole, type TestConsole } from '../start-test-console.ts'
import { testServerVariables } from '../test-database.ts'
import { startTestServer } from '../database-server.ts'
import { expectFits, expectWellMade } from './page-steps.ts'

type World = { console: TestConsole; home: CentralHome }

/** A console with a central home and other products beside it. */
const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName }, use) => {
      expect(browserName).toBe('chromium')
      const stopServer = process.env[testServerVariables.url] ? undefined : await startTestServer()
      const port = await freePort()
      const environment = {
        ...centralSettings(port),
        PRODUCT_WEB_URL: `http://127.0.0.1:${port}/home`,
        PRODUCT_CRM_URL: 'https://crm.example',
      }
      const running = await startTestConsole({ role: 'web', environment })
      const home = await startCentralHome(port, running.url)
      for (const name of ['aoi', 'bao']) {
        const email = `${name}@central.test`
        home.people.set(name, { email, email_verified: true })
        const account = {
          companyName: `${name} Ltd`,
          currency: 'MYR',
          timezone: 'Asia/Tokyo',
          language: 'en',
        }
        await createOwner(running.db, { name, email, companyDomain: 'shop.example', ...account })
      }
      await use({ console: running, home })
      await running.stop()
      await home.stop()
      await stopServer?.()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world.console.url),
})

async function sayWho(page: Page, login: string): Promise<void> {
  await page.getByLabel('Who are you?').fill(login)
  await page.getByRole('button', { name: 'Go on' }).click()
}

test('an owner signs in at the central home, gets the page that he wanted, and signs out of both', async ({
  page,
  world,
}) => {
  await page.goto('/en/orders?status=pending')
  await page.getByRole('button', { name: 'Sign in with central account' }).click()
  await sayWho(page, 'aoi')
  await expect(page).toHaveURL(/\/en\/orders\?status=pending$/)
  await page.getByRole('button', { name: 'Account menu of aoi' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(`${world.home.url}/session/end**`)
  await page.goto('/en/orders')
  await expect(page).toHaveURL(/\/en\/auth\/login$/)
})

test('who comes from the central home is signed in on the way, also in the place of somebody else', async ({
  page,
}) => {
  await page.goto('/en/sso/authorization?redirect=/setting/account')
  await sayWho(page, 'bao')
  await expect(page).toHaveURL(/\/en\/setting\/account$/)
  await expect(page.getByText('bao@central.test').first()).toBeVisible()
  // Known over there: nobody is asked again.
  await page.goto('/en/sso/authorization?code=from-elsewhere&redirect=/orders')
  await expect(page).toHaveURL(/\/en\/orders$/)
})

test('what is no good is said, with the ways on', async ({ page, world }) => {
  await page.goto('/en/sso/authorization?code=stolen&state=not-ours')
  await expect(page.getByRole('alert')).toHaveText('Token is invalid')
  await expectWellMade(page)
  await page.goto('/en/auth/login')
  await page.getByRole('button', { name: 'Sign in with central account' }).click()
  await sayWho(page, 'nobody')
  await expect(page.getByRole('alert')).toHaveText('Error login')
  await expect(page.getByRole('link', { name: 'Back to the central home' })).toHaveAttribute(
    'href',
    `${world.home.url}/home`,
  )
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await expect(page).toHaveURL(/\/en\/auth\/login$/)
  await expect(page.getByRole('button', { name: 'Sign in with central account' })).toBeVisible()
  await expectFits(page)
})

test('the header switches to the other products, by the keyboard too', async ({ page, context, world }) => {
  await page.goto('/en/sso/authorization')
  await sayWho(page, 'aoi')
  await expect(page).toHaveURL(/\/en$/)
  const button = page.getByRole('button', { name: 'Switch product' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText(['Web', 'POS', 'Distribution', 'CRM', 'Central home'])
  await expect(page.getByRole('menuitem', { name: 'POS' })).toHaveAttribute('href', 'https://shop.example')
  await expect(page.getByRole('menuitem', { name: 'Distribution' })).toBeDisabled()
  await expectWellMade(page)
  await page.keyboard.press('Escape')
  await context.addCookies([{ name: 'crm_access', value: '0', url: world.console.url }])
  await page.reload()
  await button.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Web', 'POS', 'Distribution', 'Central home'])
  await page.getByRole('menuitem', { name: 'Web' }).click()
  await expect(page.getByRole('heading', { name: 'Central home' })).toBeVisible()
})
