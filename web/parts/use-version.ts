import { useState } from 'react'
import { ApiError } from '../api.ts'

/** Refused because somebody else has changed the same thing meanwhile. */
export function isChangedByOther(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'changed_by_other'
}

type Version = string | null | undefined

/**
 * The version that a form's draft was begun over. A newer one that arrives while somebody types is not taken over, or the draft would
 * be saved over a change that its writer never saw; once he was told of it, it is.
 */
export function useVersion(current: Version, isChanged: boolean, error: Error | null): Version {
  return useDraftVersion(current, isChanged, error)[0]
}

/**
 * The same for a form that stays open: its own save leaves a version too, which what was typed meanwhile goes over.
 * @param ownAfter answers the version that this page itself has made of another one, beside the form
 */
export function useDraftVersion(
  current: Version,
  isChanged: boolean,
  error: Error | null,
  ownAfter?: (version: Version) => Version,
) {
  const [begun, setBegun] = useState(current)
  const follows = !isChanged || isChangedByOther(error)
  // The page may show an older version for a moment than the one that it has made.
  const version = follows ? current : (ownAfter?.(begun) ?? begun)
  if (version !== begun) setBegun(version)
  return [version, setBegun] as const
}
