import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import {
  type ForbiddenWords,
  forbiddenWordsQuery,
  type WrittenWord,
} from '../../parts/queries/forbidden-word-queries.ts'
import { templateKeys } from '../../parts/queries/template-queries.ts'

/** Writes all words with some of them added, changed or left out, over the version that was read. */
export function useSaveWords(saved: ForbiddenWords) {
  const queries = useQueryClient()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (words: WrittenWord[]) =>
      api('PUT /settings/forbidden-words', {
        body: {
          words: words.map(({ word, platform_ids }) => ({ word, platform_ids })),
          updated_at: saved.updated_at,
        },
      }),
    onSuccess: ({ data }) => {
      queries.setQueryData(forbiddenWordsQuery.queryKey, data)
      void queries.invalidateQueries({ queryKey: templateKeys.details })
    },
    // Somebody else was quicker: the next attempt is made over what is there now.
    onError: () => void queries.invalidateQueries({ queryKey: forbiddenWordsQuery.queryKey }),
  })
  return { save: mutate, error, isSaving: isPending }
}
