import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files that take half a minute or more on two cores, by `npm test -- --times`. */
const longest = [
  /\.slow\.test\.ts$/,
  /-kill\.test\.ts$/,
  /-sync\.test\.ts$/,
  /\/(new-connector|returns|order-actions|sync-orders|push-stock|split-order|bulk-print|labels-at-once|main)\.test\.ts$/,
]

/** Begins with the longest files, so that no worker is left alone with one of them at the end; short ones fill the gaps. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (project.name === 'plain' || project.name === 'web') return 2
  return longest.some((pattern) => pattern.test(moduleId)) ? 0 : 1
}
