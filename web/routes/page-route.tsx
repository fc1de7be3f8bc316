import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  rootRouteId,
  type RouteComponent,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { ApiError } from '../api.ts'
import { loadChunk } from '../chunk-reload.ts'
import { pageFiles } from '../page-files.ts'
import { NotFoundPage } from '../parts/not-found-page.tsx'
import { paths } from '../paths.ts'
import { type Me, meQuery, restoreMe, wanted } from '../session.ts'

type Context = { queries: QueryClient }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Answers whether the user may open the page; if left out, every signed-in user may. */
    allows?: (me: Me) => boolean
    title?: PageTitle
    /** Nothing but the page: no menu and no header. */
    isBare?: boolean
  }
}

/** Pages whose title the narrow header shows. */
export type PageTitle =
  | 'home'
  | 'analytics'
  | 'products'
  | 'templates'
  | 'orders'
  | 'settlements'
  | 'skus'
  | 'customers'
  | 'setting'
  | 'faq'

export const root = createRootRouteWithContext<Context>()({ notFoundComponent: NotFoundPage })

/** Everything behind the sign-in. Its data and its pages load side by side. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'console',
  component: page(pageFiles.shell, 'Shell'),
  loader: async ({ context: { queries }, location }) => {
    const isScan = location.pathname === paths.scanOrders()
    if (isScan && !navigator.onLine && restoreMe(queries)) return
    try {
      await queries.ensureQueryData(meQuery)
    } catch (error) {
      if (isScan && error instanceof ApiError && error.status === 0 && restoreMe(queries)) return
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      wanted.remember(location.pathname + location.searchStr)
      throw redirect({ to: paths.signIn(), replace: true })
    }
  },
})

/** A page of a path; a part of it that is an id has digits alone. */
export function pageRoute<Parent extends AnyRoute, const Path extends string>(
  parent: () => Parent,
  path: Path,
  component: RouteComponent,
  staticData: StaticDataRouteOption = {},
) {
  const [, id] = /\$(\w+Id)$/.exec(path) ?? []
  return createRoute({
    getParentRoute: parent,
    path,
    component,
    staticData,
    beforeLoad: ({ params }) => {
      if (id !== undefined) digitsOnly((params as Record<string, string>)[id] ?? '')
    },
  })
}

function digitsOnly(id: string): void {
  if (!/^\d{1,16}$/.test(id)) throw notFound({ routeId: rootRouteId })
}

export function page<Name extends string>(
  load: () => Promise<Record<Name, RouteComponent>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(() => loadChunk(load), name)
}
