import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import './base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ApiError, onForbidden, onSignedOut } from './api.ts'
import { applyStoredScheme } from './ui/color-scheme.ts'
import { ConsoleQueries } from './console-queries.ts'
import { applyStoredDensity } from './density.ts'
import { startTranslation } from './i18n.ts'
import { language } from './page-language.ts'
import { loadJapaneseFont, noticeJapanese } from './parts/japanese-font.ts'
import { paths } from './paths.ts'
import { createConsoleRouter } from './routes.tsx'
import {
  endedSession,
  forgetSession,
  meQuery,
  renewRights,
  signedInKey,
  tellSessionEnded,
  wanted,
} from './session.ts'

applyStoredScheme()
applyStoredDensity()
// The scan page keeps what this page has loaded; the usual 250 are full of the API's calls within the hour.
performance.setResourceTimingBufferSize(5000)

const refusals = { 401: true, 403: true, 404: true, 422: true }

const queries = new ConsoleQueries({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // No retry of refusals: the server would refuse again.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status in refusals),
    },
    // Without a network a save fails at once and says so. Else it would wait unseen, and be sent when nobody expects it any more.
    mutations: { networkMode: 'always' },
  },
})
queries.getQueryCache().subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'success') noticeJapanese(event.action.data)
})
const router = createConsoleRouter(queries)

onSignedOut(() => {
  // The first question "who am I" is answered by the route's own guard.
  if (queries.getQueryData(meQuery.queryKey) === undefined) return
  const { pathname, searchStr } = router.latestLocation
  // The page that is being left may be refused a second time.
  if (pathname === paths.signIn()) return
  // Signed in again in another tab, the person goes on with the form that stands here.
  if (tellSessionEnded()) return
  wanted.remember(pathname + searchStr)
  endedSession.note()
  forgetSession(queries)
  void router.navigate({ to: paths.signIn(), replace: true })
})

onForbidden(() => renewRights(queries))

// Somebody has signed in in another tab. If it is another user, this tab's calls are refused from now on, and this one first.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== signedInKey || newValue === null || !queries.getQueryData(meQuery.queryKey)) return
  void queries.invalidateQueries({ queryKey: meQuery.queryKey, refetchType: 'all' })
})

// The page's parts and data are on their way while its words load.
void router.load()
// Not awaited here: a module that waits would keep the bundler from merging small files.
void startTranslation().then(draw)

function draw(): void {
  const container = document.querySelector('#root')
  if (!container) throw new Error('index.html has no #root')
  createRoot(container).render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  if (language === 'jp') loadJapaneseFont()
}
