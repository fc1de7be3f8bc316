import { createServer } from 'node:http'
import { chromium } from '@playwright/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findBrowser } from './browser.ts'

afterEach(() => vi.unstubAllEnvs())

describe('findBrowser', () => {
  it('finds a browser that opens a page', async () => {
    const server = createServer((_request, response) => response.end('<title>Orders</title>')).listen(
      0,
      '127.0.0.1',
    )
    const { path, args, env } = await findBrowser()
    const browser = await chromium.launch({ executablePath: path, args, env })
    try {
      const address = server.address()
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
      expect(await page.title()).toBe('Orders')
    } finally {
      await browser.close()
      server.close()
    }
  })

  it('says so when CHROMIUM_PATH leads nowhere', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
    await expect(findBrowser()).rejects.toThrow('CHROMIUM_PATH is /nowhere/chromium, where there is no file.')
  })
})
