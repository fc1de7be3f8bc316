import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../../parts/queries/category-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from './choice-field.module.css'

export type Found = {
  choices: Choice[] | undefined
  error: unknown
  hasMore?: boolean
  showMore?: () => void
}

type Props = {
  label: string
  path: string
  required?: boolean
  value: Choice[]
  /** More than one may be chosen. */
  isMulti?: boolean
  error?: string | undefined
  /** Reads the choices for a keyword. It is a hook, called while the list is open. */
  useChoices: (keyword: string) => Found
  /** Takes a name that is not among the choices. */
  onAdd?: ((name: string) => void) | undefined
  onChange: (value: Choice[]) => void
  onLeave?: (() => void) | undefined
}

/** A choice out of many: a button that opens a search with the values found. */
export function ChoiceField({ label, path, required = false, value, error, ...more }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const text = value.map(({ name }) => name).join(', ')
  return (
    <div className={styles['field']}>
      <span id={`${id}-label`} className={styles['label']}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </span>
      <Popover
        opened={isOpen}
        onChange={(next) => {
          setOpen(next)
          if (!next) more.onLeave?.()
        }}
        position="bottom-start"
        width="target"
        // Above a dialog, in which the field may stand.
        zIndex={1210}
        padding={8}
        label={label}
        button={
          <button
            type="button"
            className={styles['open']}
            data-field={path}
            data-invalid={error !== undefined || undefined}
            aria-labelledby={`${id}-label ${id}-value`}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
          >
            <span id={`${id}-value`} data-empty={text === '' || undefined}>
              {text || t('templates.choose')}
            </span>
            <ChevronDown size={15} aria-hidden="true" />
          </button>
        }
      >
        <Choices label={label} value={value} {...more} onClose={() => setOpen(false)} />
      </Popover>
      {error !== undefined && (
        <span id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

type ChoicesProps = Pick<Props, 'label' | 'value' | 'isMulti' | 'useChoices' | 'onAdd' | 'onChange'> & {
  onClose: () => void
}

const typingMs = 200

function Choices({ label, value, isMulti = false, useChoices, onAdd, onChange, onClose }: ChoicesProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), typingMs)
  const { choices, error, hasMore, showMore } = useChoices(keyword)
  const isChosen = (choice: Choice) => value.some((one) => one.id === choice.id && one.name === choice.name)
  function choose(choice: Choice) {
    if (!isMulti) {
      onChange(isChosen(choice) ? [] : [choice])
      onClose()
    } else onChange(isChosen(choice) ? value.filter((one) => one.name !== choice.name) : [...value, choice])
  }
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    if (step !== undefined) {
      event.preventDefault()
      const at = buttons.findIndex((one) => one === document.activeElement)
      buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      const [first] = choices ?? []
      if (first && typed.trim() === keyword) choose(first)
    }
  }
  const isNew = typed.trim() !== '' && !choices?.some(({ name }) => name === typed.trim())
  return (
    <div className={styles['choices']}>
      <input
        className={styles['search']}
        aria-label={t('templates.searchIn', { field: label })}
        placeholder={t('templates.searchPlaceholder')}
        maxLength={255}
        value={typed}
        data-autofocus
        onKeyDown={press}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul ref={list} className={styles['list']} aria-label={label} aria-live="polite">
        {choices?.map((choice) => (
          <li key={`${choice.id} ${choice.name}`}>
            <button
              type="button"
              aria-pressed={isChosen(choice)}
              onKeyDown={press}
              onClick={() => choose(choice)}
            >
              {choice.name}
              {isChosen(choice) && <Check size={14} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      <Note
        isLoading={choices === undefined && !error}
        isFailed={Boolean(error)}
        isEmpty={choices?.length === 0}
      />
      {hasMore && (
        <Button size="small" onClick={showMore}>
          {t('templates.showMore')}
        </Button>
      )}
      {onAdd && isNew && (
        <Button
          size="small"
          onClick={() => {
            onAdd(typed.trim())
            onClose()
          }}
        >
          {t('templates.useTyped', { name: typed.trim() })}
        </Button>
      )}
    </div>
  )
}

function Note({
  isLoading,
  isFailed,
  isEmpty,
}: Record<'isLoading' | 'isFailed' | 'isEmpty', boolean>): ReactNode {
  const { t } = useTranslation()
  if (isFailed) return <p className={styles['error']}>{t('templates.choicesFailed')}</p>
  if (isLoading) return <p className={styles['note']}>{t('templates.loading')}</p>
  return isEmpty ? <p className={styles['note']}>{t('templates.noneFound')}</p> : null
}
