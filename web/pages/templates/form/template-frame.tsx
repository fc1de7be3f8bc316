import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Redo from 'lucide-react/icons/redo-2'
import Undo from 'lucide-react/icons/undo-2'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ForbiddenWord } from '../../../../model/forbidden-words.ts'
import { api, ApiError } from '../../../api.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { NotFoundPage } from '../../../parts/not-found-page.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { forbiddenWordsQuery } from '../../../parts/queries/forbidden-word-queries.ts'
import { type Template, templateKeys, templateQuery } from '../../../parts/queries/template-queries.ts'
import { ConfirmLeave } from '../../../parts/settings/confirm-leave.tsx'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useKeptFocus } from '../../../ui/keep-focus.ts'
import { TemplateStatusPill } from '../template-status.tsx'
import { ConflictLine } from './conflict-line.tsx'
import { useProblems } from './use-problems.ts'
import styles from '../template-page.module.css'
import { SavedState } from './saved-state.tsx'
import { StepList, stepsOf } from './step-list.tsx'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { createDraft } from './template-draft.ts'
import { FrameContext, type TemplateMode, useDraft, useFrame } from './use-draft.ts'

/** The frame of all steps of a template: what is typed is kept and saved here, whichever step is on screen. */
export function TemplateFrame() {
  const { t } = useTranslation()
  const { templateId = '' }: { templateId?: string } = useParams({ strict: false })
  const id = Number(templateId)
  // Begun from a kept answer, the draft would lack what was saved elsewhere since, and be refused.
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...templateQuery(id),
    refetchOnMount: 'always',
  })
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return (
    <main className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.templates()}>{t('area.templates')}</Link>
        {data && (
          <>
            <span aria-hidden="true">›</span>
            <code>{data.product_sku}</code>
          </>
        )}
      </nav>
      {data && isFetchedAfterMount ? (
        <Loaded key={id} template={data} />
      ) : error ? (
        <LoadError title={t('templates.failed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="50%" height={44} />
      )}
    </main>
  )
}

function Loaded({ template }: { template: Template }) {
  const { id } = template
  const { pathname } = useLocation()
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const mode: TemplateMode = pathname.includes('/template/create/') ? 'create' : 'edit'
  const [draft] = useState(() => {
    const known = (answer: { data: Template }) => {
      queries.setQueryData(templateQuery(id).queryKey, answer.data)
      return answer.data
    }
    return createDraft(template, {
      load: () => api('GET /product-template/{id}', { params: { id } }).then(known),
      save: (changes, version) =>
        api('PUT /product-template/{id}', {
          params: { id },
          body: { ...changes, updated_at: version },
        }).then(known),
      saveShops: (shops, version) =>
        api('POST /shop-product-template', {
          body: {
            product_template_id: id,
            shops: shops.map(({ id: _id, platform_id: _platform, ...shop }) => shop),
            updated_at: version,
          },
        }).then(known),
    })
  })
  const isReadOnly = !allows(me, 'products.edit')
  const currency = me.shop_owner?.data.currency ?? ''
  const forbiddenWords = useQuery(forbiddenWordsQuery).data?.words ?? noWords
  return (
    <FrameContext value={{ draft, id, mode, currency, forbiddenWords, isReadOnly }}>
      <Frame template={template} />
    </FrameContext>
  )
}

const noWords: readonly ForbiddenWord[] = []

const everyMs = 10_000

function Frame({ template }: { template: Template }) {
  const { t } = useTranslation()
  const { draft, id, mode } = useFrame()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const name = useDraft(({ content }) => content.name).trim() || t('templates.unnamed')
  const isUnsaved = useDraft(({ save }) => save !== 'saved')
  const platformIds = useDraft(({ content }) => content.platform_ids)
  const problems = useProblems()
  const names = useChannelNames()
  usePageTitle(name)
  const steps = stepsOf(id, mode, platformIds)
  const at = steps.findIndex(({ to }) => to === pathname.replace(/\/$/, ''))
  const next = steps[at + 1]
  const isCheckout = at === steps.length - 1

  const save = useEffectEvent(() => void draft.save())
  useEffect(() => {
    const timer = setInterval(save, everyMs)
    return () => {
      clearInterval(timer)
      void draft.save().then(() => queries.invalidateQueries({ queryKey: templateKeys.lists }))
    }
  }, [draft, queries])

  const content = useFocusOnStep(pathname)
  useKeptFocus(content)
  const goNext = () => next && void navigate({ to: next.to })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOfDialog = event.target instanceof Element && event.target.closest('[aria-modal=true]')
    if (isOfDialog) return
    const isWithCommand = event.ctrlKey || event.metaKey
    const isOfText = event.target instanceof Element && event.target.closest('[contenteditable]')
    const key = event.key.toLowerCase()
    const run =
      isWithCommand && event.key === 'Enter'
        ? goNext
        : isWithCommand && !isOfText && (key === 'y' || (key === 'z' && event.shiftKey))
          ? draft.redo
          : isWithCommand && !isOfText && key === 'z'
            ? draft.undo
            : undefined
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <header className={styles['head']}>
        <div className={styles['title']}>
          <h1>{name}</h1>
          <TemplateStatusPill status={template.status.code} />
          <SavedState />
        </div>
        {!isCheckout && (
          <div className={styles['actions']}>
            <UndoButtons />
            {next && (
              <Button variant="primary" onClick={goNext} aria-keyshortcuts="Control+Enter">
                {t('templates.next', {
                  step: next.platformId === undefined ? t('templates.step.checkout') : names(next.platformId),
                })}
                <ArrowRight size={15} aria-hidden="true" />
              </Button>
            )}
          </div>
        )}
      </header>
      <ConflictLine />
      <StepList steps={steps} at={at} problems={problems} />
      <div ref={content} tabIndex={-1} className={styles['content']}>
        <Outlet />
      </div>
      <ConfirmLeave
        when={isUnsaved}
        text={t('templates.leaveText')}
        attempt={async (to) => {
          // The draft lives on in every step of its template.
          if (to.startsWith(paths.templateForm(id, mode))) return false
          await draft.save()
          return draft.isDirty()
        }}
      />
    </>
  )
}

/** Focuses a new step, as the focused field is gone with the step before: the Tab key goes on at its begin. */
function useFocusOnStep(pathname: string) {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

function UndoButtons() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const canUndo = useDraft((state) => state.canUndo)
  const canRedo = useDraft((state) => state.canRedo)
  return (
    <>
      <IconButton label={t('templates.undo')} disabled={!canUndo} onClick={draft.undo}>
        <Undo size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('templates.redo')} disabled={!canRedo} onClick={draft.redo}>
        <Redo size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}
