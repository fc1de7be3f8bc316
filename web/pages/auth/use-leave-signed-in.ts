import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { forgetSignedIn, maySignedIn } from '../../session.ts'

/** Leaves a page for guests if the user is signed in already. */
export function useLeaveSignedIn(leave: () => void): void {
  useEffect(() => {
    if (maySignedIn()) api('GET /users/me').then(leave, forgetSignedIn)
  }, [leave])
}

export function useGoHomeSignedIn(): void {
  const navigate = useNavigate()
  useLeaveSignedIn(useCallback(() => void navigate({ to: paths.home(), replace: true }), [navigate]))
}
