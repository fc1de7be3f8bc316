import { expect, type Locator, type TestInfo } from '@playwright/test'

/** Counts the clicks of a journey. How long it took is told in the report, and not judged: machines differ. */
export function countClicks(info: TestInfo) {
  let clicks = 0
  const begun = Date.now()
  return {
    click: async (what: Locator): Promise<void> => {
      await what.click()
      clicks++
    },
    end: (most: number): void => {
      const description = `${clicks} clicks, ${((Date.now() - begun) / 1000).toFixed(1)} s`
      info.annotations.push({ type: 'journey', description })
      console.log(`${info.title}: ${description}`)
      expect(clicks).toBeLessThanOrEqual(most)
    },
  }
}
