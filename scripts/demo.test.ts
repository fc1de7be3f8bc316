import { expect, it } from 'vitest'
import { consoleSettings } from '../sandbox/kit/console-settings.ts'
import { publicSandboxUrl } from './demo.ts'

const own = 'http://127.0.0.1:4000'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000', own],
  ['localhost', 'https://shop.example.com', own],
  ['0.0.0.0', 'http://192.168.1.27:3000', 'http://192.168.1.27:4000'],
  ['::', 'https://shop.example.com/', 'http://shop.example.com:4000'],
])('listening on %s as %s, sellers consent at %s', (host, publicUrl, expected) => {
  expect(publicSandboxUrl({ host, publicUrl, sandboxPort: 4000 }, own)).toBe(expected)
})

it('only browsers are sent to the public address; the console itself calls the near one', () => {
  expect(consoleSettings(own, 'http://127.0.0.1:3000', 'http://192.168.1.27:4000')).toMatchObject({
    SHOPEE_API_BASE: own,
    SHOPEE_AUTH_BASE: 'http://192.168.1.27:4000',
    DEMO_AUTHORIZE_URL: `${own}/_sandbox/shopee/authorize`,
  })
})
