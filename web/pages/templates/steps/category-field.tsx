import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { branchQuery, type Category, categorySearchQuery } from '../../../parts/queries/category-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import page from '../template-page.module.css'
import styles from './steps.module.css'

type Props = {
  shopId: number
  /** Id of the chosen one at the channel; empty: none. */
  chosen: string
  name: string
  error: string | undefined
  onChoose: (category: Category) => void
}

const typingMs = 200

/** The channel's categories: searched by words, or opened branch by branch. */
export function CategoryField({ shopId, chosen, name, error, onChoose }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(chosen === '')
  const [shown, setShown] = useState(chosen)
  const [chosenHere, setChosenHere] = useState(chosen)
  if (shown !== chosen) {
    setShown(chosen)
    // Chosen from outside, as a suggestion is. What was chosen here may come after the list was opened once more.
    if (chosen !== chosenHere || shown === '') setOpen(chosen === '')
  }
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), typingMs)
  const { data: found } = useQuery(categorySearchQuery(shopId, keyword))
  const opener = useRef<HTMLButtonElement>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current && !isOpen) opener.current?.focus()
    isBegun.current = true
  }, [isOpen])
  function choose(category: Category) {
    setOpen(false)
    setChosenHere(String(category.id))
    onChoose(category)
  }
  return (
    <section className={page['section']} aria-labelledby={id}>
      <div className={page['sectionHead']}>
        <h3 id={id}>{t('templates.field.category_id')}</h3>
      </div>
      {!isOpen ? (
        <div className={styles['chosen']}>
          <span>{name}</span>
          <Button
            ref={opener}
            size="small"
            data-field="platform_category_id"
            aria-label={t('templates.changeCategory')}
            onClick={() => setOpen(true)}
          >
            {t('templates.change')}
          </Button>
        </div>
      ) : (
        <div className={styles['picker']}>
          <TextField
            label={t('templates.findCategory')}
            data-field="platform_category_id"
            optional
            autoComplete="off"
            maxLength={255}
            value={typed}
            error={error}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {keyword === '' ? (
            <div className={styles['tree']} data-tree="">
              <Branch shopId={shopId} parentId={null} chosen={chosen} onChoose={choose} />
            </div>
          ) : (
            <ul className={styles['found']} aria-label={t('templates.foundCategories')} aria-live="polite">
              {found?.map((category) => (
                <li key={category.id}>
                  <button type="button" disabled={category.is_disabled} onClick={() => choose(category)}>
                    {category.path}
                  </button>
                </li>
              ))}
              {found?.length === 0 && <li className={page['muted']}>{t('templates.noneFound')}</li>}
            </ul>
          )}
          {chosen !== '' && (
            <div>
              <Button size="small" onClick={() => setOpen(false)}>
                {t('action.cancel')}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

/** The arrow keys walk through what is open; right opens a branch, left closes it. */
function moveInTree(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...(event.currentTarget.closest('[data-tree]')?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((one) => one === document.activeElement)
  const focused = buttons[at]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const isExpanded = focused?.getAttribute('aria-expanded')
  if (step !== undefined) buttons[at + step]?.focus()
  else if (event.key === 'ArrowRight' && isExpanded === 'false') focused?.click()
  else if (event.key === 'ArrowLeft' && isExpanded === 'true') focused?.click()
  else return
  event.preventDefault()
}

type BranchProps = {
  shopId: number
  parentId: string | null
  chosen: string
  onChoose: (category: Category) => void
}

function Branch({ shopId, parentId, chosen, onChoose }: BranchProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useQuery(branchQuery(shopId, parentId))
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  if (error)
    return (
      <p className={page['error']} role="alert">
        {errorMessage(error)}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('action.retry')}
        </Button>
      </p>
    )
  if (!data) return <Skeleton width="60%" height={20} />
  return (
    <ul aria-label={parentId === null ? t('templates.categories') : undefined}>
      {data.map((category) => {
        const id = category.platform_category_id ?? String(category.id)
        const isOpen = open.has(id)
        return (
          <li key={id}>
            <button
              type="button"
              disabled={category.is_disabled}
              onKeyDown={moveInTree}
              {...(category.is_leaf
                ? { 'aria-pressed': id === chosen, onClick: () => onChoose(category) }
                : {
                    'aria-expanded': isOpen,
                    onClick: () => setOpen(toggled(open, id)),
                  })}
            >
              {!category.is_leaf &&
                (isOpen ? (
                  <ChevronDown size={14} aria-hidden="true" />
                ) : (
                  <ChevronRight size={14} aria-hidden="true" />
                ))}
              {category.name}
            </button>
            {isOpen && <Branch shopId={shopId} parentId={id} chosen={chosen} onChoose={onChoose} />}
          </li>
        )
      })}
    </ul>
  )
}

function toggled(set: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
