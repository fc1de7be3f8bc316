import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../parts/load-error.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { forbiddenWordsQuery } from '../../parts/queries/forbidden-word-queries.ts'
import { SettingFrame } from '../../parts/settings/setting-frame.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { WordForm } from './word-form.tsx'
import { WordList } from './word-list.tsx'

/** Words that no listing may have: templates with one of them are not published. */
export function WordsPage() {
  const { t } = useTranslation()
  usePageTitle(t('setting.words'))
  const { data, error, refetch } = useQuery(forbiddenWordsQuery)
  return (
    <SettingFrame>
      {data && (
        <>
          <WordForm saved={data} />
          <WordList saved={data} />
        </>
      )}
      {!data && error && <LoadError title={t('words.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton width="100%" height={320} />}
    </SettingFrame>
  )
}
