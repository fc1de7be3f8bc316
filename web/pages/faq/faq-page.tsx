import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { EmptyState, Skeleton } from '../../ui/states.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { AnswerHtml } from './answer-html.tsx'
import { LoadError } from '../../parts/load-error.tsx'
import styles from './faq.module.css'

type Question = Reply<'GET /faq'>['data'][number] & {
  highlight?: Reply<'GET /faq/search'>['data'][number]['highlight']
}

const typingMs = 200
/** Number of found answers that are opened, few enough to be read at once. */
const openedFound = 3

const faqQuery = queryOptions({
  queryKey: ['faq'],
  queryFn: async ({ signal }) => (await api('GET /faq', { signal })).data as Question[],
  staleTime: Infinity,
})

function searchQuery(keyword: string) {
  return queryOptions({
    queryKey: ['faq', 'search', keyword],
    queryFn: async ({ signal }) =>
      (await api('GET /faq/search', { query: { keyword }, signal })).data as Question[],
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

/** Questions about the console, by category, or those that a word is found in. */
export function FaqPage() {
  const { t } = useTranslation()
  usePageTitle(t('area.faq'))
  const [typed, setTyped] = useState('')
  const [category, setCategory] = useState<number>()
  const keyword = useSettled(typed.trim(), typingMs)
  const isSearch = typed.trim() !== '' && keyword !== ''
  const all = useQuery(faqQuery)
  const found = useQuery({ ...searchQuery(keyword), enabled: isSearch })
  const { data, error, refetch } = isSearch ? found : all
  const field = useRef<HTMLInputElement>(null)
  useKeys({
    '/': (event) => {
      event.preventDefault()
      field.current?.focus()
    },
  })
  const categories = categoriesOf(all.data ?? [])
  const shown = (data ?? []).filter((one) => isSearch || !category || one.category.id === category)
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{t('area.faq')}</h1>
      <label className={styles['search']}>
        <Search size={17} aria-hidden="true" />
        <span className="visually-hidden">{t('faq.search')}</span>
        <input
          ref={field}
          type="search"
          value={typed}
          placeholder={t('faq.search')}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      {!isSearch && (
        <fieldset className={styles['categories']}>
          <legend className="visually-hidden">{t('faq.categories')}</legend>
          {[{ id: undefined, name: t('faq.all') }, ...categories].map(({ id, name }) => (
            <button
              key={id ?? 0}
              type="button"
              aria-pressed={category === id}
              onClick={() => setCategory(id)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <output className="visually-hidden">
        {isSearch && found.data ? t('faq.found', { count: shown.length }) : ''}
      </output>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="60%" height={36} />
      ) : shown.length === 0 ? (
        <EmptyState title={t('faq.none')} text={t('faq.noneText')} />
      ) : (
        categoriesOf(shown).map(({ id, name }) => (
          <section key={id} className={styles['category']} aria-labelledby={`faq-${id}`}>
            <h2 id={`faq-${id}`}>{name}</h2>
            <div className={styles['list']}>
              {shown
                .filter((one) => one.category.id === id)
                .map((one) => (
                  <Entry
                    key={`${isSearch ? keyword : ''} ${one.id}`}
                    question={one}
                    isFound={isSearch && shown.indexOf(one) < openedFound}
                  />
                ))}
            </div>
          </section>
        ))
      )}
    </main>
  )
}

/** Folds open by mouse, keyboard and the browser's own search. The one that a link names is open and in sight. */
function Entry({ question, isFound }: { question: Question; isFound: boolean }) {
  const { answer: named } = useSearch({ strict: false }) as { answer?: string }
  const isNamed = named === question.slug
  const place = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isNamed) return
    if (place.current) place.current.open = true
    place.current?.scrollIntoView({ block: 'center' })
    place.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [isNamed])
  const { highlight } = question
  return (
    <details ref={place} className={styles['entry']} open={isFound || undefined}>
      <summary>
        <h3>{highlight ? <AnswerHtml html={highlight.question} inline /> : question.question}</h3>
        <ChevronDown size={17} aria-hidden="true" />
      </summary>
      <AnswerHtml html={highlight?.answer ?? question.answer} />
    </details>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return <LoadError title={t('faq.failed')} error={error} onRetry={onRetry} />
}

function categoriesOf(questions: Question[]): Question['category'][] {
  return [...new Map(questions.map(({ category }) => [category.id, category])).values()]
}
