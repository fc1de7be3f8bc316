import { useState } from 'react'
import { ApiError } from '../api.ts'

/** Refused because somebody else has changed the same thing meanwhile. */
export function isChangedByOther(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_by_other'
}

/**
 * The version that a form's draft was begun over. A newer one that arrives while somebody types is not taken over, or the draft would
 * be saved over a change that its writer never saw; once he was told of it, it is.
 */
export function useVersion(
  current: string | null | undefined,
  isChanged: boolean,
  error: Error | null,
): string | null | undefined {
  const [begun, setBegun] = useState(current)
  const follows = !isChanged || isChangedByOther(error)
  if (follows && begun !== current) setBegun(current)
  return follows ? current : begun
}
