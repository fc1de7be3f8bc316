import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { forgetSignedIn, maySignedIn } from '../../session.ts'

/** Of the pages for guests: whoever is signed in has nothing to do there. */
export function useLeaveSignedIn(leave: () => void): void {
  useEffect(() => {
    if (maySignedIn()) api('GET /users/me').then(leave, forgetSignedIn)
  }, [leave])
}

export function useGoHomeSignedIn(): void {
  const navigate = useNavigate()
  useLeaveSignedIn(useCallback(() => void navigate({ to: paths.home(), replace: true }), [navigate]))
}
