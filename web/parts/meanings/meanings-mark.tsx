import { Suspense } from 'react'
import { later } from '../../later.tsx'
import { withTexts } from '../../texts.ts'
import { Skeleton } from '../../ui/states.tsx'
import { InfoMark } from '../info-mark.tsx'
import type { Meaning } from './meaning-keys.ts'

const load = withTexts(() => import('./meaning-list.tsx'), 'meanings')
const MeaningList = later(async () => ({ default: (await load()).MeaningList }))

/** A mark beside the title of a table or a list that opens what each of its figures counts. */
export function MeaningsMark({ label, meanings }: { label: string; meanings: readonly Meaning[] }) {
  return (
    <InfoMark label={label}>
      <Suspense fallback={<Skeleton width="100%" height={20 * meanings.length} />}>
        <MeaningList meanings={meanings} />
      </Suspense>
    </InfoMark>
  )
}
