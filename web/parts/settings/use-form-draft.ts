import { useState } from 'react'
import { useDraftVersion } from '../use-version.ts'
import { differs, leftOf } from './form-draft.ts'

type Version = string | null | undefined

/**
 * The user's changes to a form that stays open when it is saved, over what is saved.
 * @param current version of `saved`
 * @param error of the last save
 * @param ownAfter answers the version that the page's other controls have made of one
 */
export function useFormDraft<T extends object>(
  saved: T,
  current: Version,
  error: Error | null,
  ownAfter?: (version: Version) => Version,
) {
  const [draft, setDraft] = useState<Partial<T>>({})
  const isChanged = differs(draft, saved)
  const [version, setVersion] = useDraftVersion(current, isChanged, error, ownAfter)
  return {
    values: { ...saved, ...draft },
    isChanged,
    version,
    change: (part: Partial<T>) => setDraft((now) => ({ ...now, ...part })),
    drop: () => setDraft({}),
    /** For `onSuccess` of the save that is called now: what is typed until it is done stays, over the version that it left. */
    settle: (left: Version, sent = draft) => {
      setDraft((now) => leftOf(now, sent))
      setVersion(left)
    },
  }
}
