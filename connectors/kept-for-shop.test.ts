import { expect, test } from 'vitest'
import { createHttp } from './http.ts'
import { keptForShop } from './kept-for-shop.ts'
import { never, type Session } from './session.ts'

function openShop(): { session: Session; wait(seconds: number): void } {
  let now = 0
  const credentials = { accessToken: '', refreshToken: '', accessExpiresAt: never, refreshExpiresAt: never }
  return {
    session: {
      app: {},
      http: createHttp(),
      credentials: { ...credentials, channelShopId: 'shop' },
      now: () => new Date(now),
      currency: 'MYR',
    },
    wait: (seconds) => void (now += seconds * 1000),
  }
}

test('a shop is asked again after a minute, and each shop for itself', async () => {
  let asked = 0
  const unit = keptForShop(async () => ++asked)
  const [one, other] = [openShop(), openShop()]

  expect([await unit(one.session), await unit({ ...one.session }), await unit(other.session)]).toEqual([
    1, 1, 2,
  ])
  one.wait(59)
  expect(await unit(one.session)).toBe(1)
  one.wait(1)
  expect(await unit(one.session)).toBe(3)
})

test('a question that failed is asked again at once', async () => {
  let isBusy = true
  const unit = keptForShop(async () => (isBusy ? Promise.reject(new Error('busy')) : 'kg'))
  const { session } = openShop()

  await expect(unit(session)).rejects.toThrow('busy')
  isBusy = false
  expect(await unit(session)).toBe('kg')
})
