import { expect, test } from 'vitest'
import type { Connector } from './connector.ts'
import { appOf, connectorOf, connectors, settingsOf } from './registry.ts'

const connector = {
  settings: [
    { name: 'DEMO_ID', description: 'The id.' },
    { name: 'DEMO_BASE', default: 'https://demo.test', description: 'The address.' },
  ],
} as Connector

test('finds a connector by its id', () => {
  for (const known of connectors) expect(connectorOf(known.id)).toBe(known)
  expect(connectorOf(-1)).toBeUndefined()
})

test('lists the settings of all connectors', () => {
  expect(settingsOf().map((setting) => setting.name)).toContain('SHOPEE_PARTNER_KEY')
})

test('takes what the environment gives and falls back to defaults', () => {
  expect(appOf(connector, { DEMO_ID: ' 7 ', OTHER: 'x' })).toEqual({
    app: { DEMO_ID: '7', DEMO_BASE: 'https://demo.test' },
    missing: [],
  })
  expect(appOf(connector, { DEMO_ID: '7', DEMO_BASE: 'http://local' }).app.DEMO_BASE).toBe('http://local')
})

test('names the settings that nobody gave, empty ones among them', () => {
  expect(appOf(connector, { DEMO_ID: '', DEMO_BASE: '' })).toEqual({
    app: { DEMO_BASE: 'https://demo.test' },
    missing: ['DEMO_ID'],
  })
})
