import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { later } from '../../later.tsx'
import { withTexts } from '../../texts.ts'
import { useAfterPage } from '../after-page.ts'
import { printAgentsQuery } from '../queries/print-agent-queries.ts'

const loadJobs = withTexts(() => import('./open-print-jobs.tsx'), 'run')
const OpenPrintJobs = later(async () => ({ default: (await loadJobs()).OpenPrintJobs }))

const pollMs = 30_000

/** The open print jobs: asked for once the page is there, again and again where there is a printer, and loaded if there are any. */
export function LaterPrintJobs() {
  const { data } = useQuery({
    ...printAgentsQuery,
    enabled: useAfterPage(),
    refetchInterval: ({ state }) => (state.data?.agents.length ? pollMs : false),
  })
  const jobs = data?.jobs.filter((job) => job.is_open) ?? []
  if (!data || jobs.length + data.left_out.length === 0) return null
  return (
    <Suspense>
      <OpenPrintJobs jobs={jobs} agents={data.agents} leftOut={data.left_out} />
    </Suspense>
  )
}
