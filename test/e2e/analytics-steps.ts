/** Figures of the API, and files of a card, for the specs of analytics. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from './page-steps.ts'

export type Revenue = {
  from: string
  to: string
  currency: string
  revenue: { value: number }
  orders: { value: number }
  canceled_orders: { value: number }
  chart: { date: string; orders: number }[]
}

export async function figuresOf<T>(page: Page, call: string, query = ''): Promise<T> {
  const reply = await page.request.get(`/api/v2/analytics/${call}${query}`)
  expect(reply.status()).toBe(200)
  return ((await reply.json()) as { data: T }).data
}

/** The last thirty days of the account, in which the demo's orders lie. */
export async function days(page: Page): Promise<string> {
  const { to } = await figuresOf<Revenue>(page, 'sales/revenue-metrics')
  const from = new Date(Date.parse(to) - 29 * 86_400_000).toISOString().slice(0, 10)
  return `?from=${from}&to=${to}`
}

export async function fileOf(page: Page, card: Locator, name: 'PNG' | 'CSV'): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name, exact: true }).click(),
  ])
  return readFile(await file.path())
}

export async function expectPicture(page: Page, card: Locator): Promise<void> {
  const png = await fileOf(page, card, 'PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(png.length).toBeGreaterThan(3000)
}
