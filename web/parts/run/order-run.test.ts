import { beforeEach, expect, it } from 'vitest'
import { stubStorage } from '../../../test/steps/stub-storage.ts'
import { changeRun, findOpenRun, readRun, showRun, startRun } from './order-run.ts'

beforeEach(() => void stubStorage())

it('goes on with a run beside another, until somebody closes it', async () => {
  const confirmed = startRun(1, { kind: 'confirm', labels: 'all', batchIds: [5] })
  await nextMoment()
  const canceled = startRun(1, { kind: 'cancel', batchIds: [6] })
  expect(readRun(confirmed)).toMatchObject({ batchIds: [5], isSmall: true })
  changeRun(confirmed, ({ asked }) => ({ asked: [...asked, 41] }))
  showRun(confirmed)
  expect(readRun(confirmed)).toMatchObject({ asked: [41], isSmall: false })
  expect(readRun(canceled)).toMatchObject({ asked: [], isSmall: true })

  expect(findOpenRun(1, () => true)).toMatchObject({ kind: 'cancel' })
  expect(findOpenRun(2, () => true)).toBeNull()
  changeRun(canceled, () => ({ closedAt: new Date().toISOString() }))
  expect(findOpenRun(1, () => true)).toMatchObject({ kind: 'confirm' })
  await nextMoment()
  startRun(1, { kind: 'accept_cancel' })
  expect([readRun(confirmed)?.kind, readRun(canceled)]).toEqual(['confirm', null])
})

/** Runs are told apart by the moment of their start. */
const nextMoment = async () => {
  const before = Date.now()
  while (Date.now() === before) await Promise.resolve()
}
