import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ownCategoriesKey, ownCategoriesQuery } from '../../../parts/queries/category-queries.ts'
import { ChoiceField } from './choice-field.tsx'
import { useFieldError } from './draft-field.tsx'
import { useDraft, useFrame } from './use-draft.ts'

/** A category of the account's own. Channels' categories that were chosen with it are suggested again. */
export function OwnCategory() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const queries = useQueryClient()
  const id = useDraft(({ content }) => content.category_id)
  const { data: all } = useQuery(ownCategoriesQuery(''))
  const error = useFieldError('category_id')
  const put = (next: number | null) => {
    draft.change({ category_id: next })
    void draft.save()
  }
  const add = useMutation({
    mutationFn: (name: string) => api('POST /categories', { body: { name } }),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ownCategoriesKey })
      put(data.id)
    },
  })
  const chosen = all?.find((one) => one.id === id)
  return (
    <ChoiceField
      label={t('templates.ownCategory')}
      path="category_id"
      value={chosen ? [chosen] : []}
      error={error}
      useChoices={function useOwnCategories(keyword) {
        const { data, error: failed } = useQuery(ownCategoriesQuery(keyword))
        return { choices: data, error: failed }
      }}
      onAdd={(name) => add.mutate(name)}
      onChange={([choice]) => put(typeof choice?.id === 'number' ? choice.id : null)}
    />
  )
}
