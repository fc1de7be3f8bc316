import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { endSession, forgetKept, forgetSession, maySignOut } from '../../session.ts'
import { forgetStoredFilters } from '../list/forget-filters.ts'
import { dropUnsavedNotes } from '../unsaved-notes.ts'

/** Ends the session and leads to the sign-in page, or to the central home where that one ends its session too. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    if (!(await maySignOut())) return
    // The sign-in page is the proof that the session is over, so the session goes first.
    const centralUrl = await endSession()
    dropUnsavedNotes()
    forgetStoredFilters()
    if (centralUrl !== null) {
      forgetKept()
      return location.assign(centralUrl)
    }
    await navigate({ to: paths.signIn(), replace: true, ignoreBlocker: true })
    forgetSession(queries)
  }
}
