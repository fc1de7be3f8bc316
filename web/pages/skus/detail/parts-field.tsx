import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadError } from '../../../parts/load-error.tsx'
import { skuListQuery } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from './sku-page.module.css'

export type DraftPart = { sku_id: number; name: string; prime_sku: string; quantity: string }

type Props = {
  /** That may be no part of itself. */
  skuId: number | undefined
  /** It is a bundle as it stands. */
  isBundle: boolean
  parts: DraftPart[]
  /** By field of the request. */
  invalid: Record<string, string>
  onChange: (parts: DraftPart[]) => void
}

/** The SKUs that a bundle is made of, and how many of each. */
export function PartsField({ skuId, isBundle, parts, invalid, onChange }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isBundle)
  const field = useRef<HTMLFieldSetElement>(null)
  // The button that was pressed leaves the page.
  const focusFind = () => field.current?.querySelector<HTMLElement>('[data-find]')?.focus()
  useEffect(() => {
    if (isOpen && !isBundle) focusFind()
  }, [isOpen, isBundle])
  if (parts.length === 0 && !isOpen)
    return (
      <p>
        <Button size="small" onClick={() => setOpen(true)}>
          {t('skus.parts.make')}
        </Button>
      </p>
    )
  return (
    <fieldset ref={field} className={styles['parts']}>
      <legend>{t('skus.parts.title')}</legend>
      <p className={styles['muted']} aria-live="polite">
        {t(isBundle && parts.length === 0 ? 'skus.parts.left' : 'skus.parts.help')}
      </p>
      {invalid['parts'] && (
        <p className={styles['error']} role="alert">
          {invalid['parts']}
        </p>
      )}
      <ul className={styles['found']} aria-label={t('skus.parts.title')}>
        {parts.map((part, at) => (
          <li key={part.sku_id}>
            <PartName part={part} />
            <span className={styles['quantity']}>
              <TextField
                label={t('skus.parts.quantity')}
                aria-label={`${t('skus.parts.quantity')} · ${part.name}`}
                value={part.quantity}
                maxLength={4}
                inputMode="numeric"
                autoComplete="off"
                error={invalid[`parts.${at}.quantity`] ?? invalid[`parts.${at}.sku_id`]}
                onChange={(event) => {
                  const quantity = event.currentTarget.value
                  onChange(parts.map((one) => (one === part ? { ...one, quantity } : one)))
                }}
              />
            </span>
            <Button
              size="small"
              aria-label={`${t('skus.remove')} · ${part.name}`}
              onClick={() => {
                focusFind()
                onChange(parts.filter((one) => one !== part))
              }}
            >
              {t('skus.remove')}
            </Button>
          </li>
        ))}
      </ul>
      <FindPart
        except={[...(skuId === undefined ? [] : [skuId]), ...parts.map(({ sku_id: id }) => id)]}
        onAdd={(part) => onChange([...parts, part])}
      />
    </fieldset>
  )
}

function FindPart({ except, onAdd }: { except: number[]; onAdd: (part: DraftPart) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const query = skuListQuery({ keyword, limit: 8 })
  const { data: page, error, refetch } = useQuery({ ...query, enabled: keyword !== '' })
  const found = keyword === '' ? undefined : page?.data
  return (
    <>
      <TextField
        data-find=""
        label={t('skus.parts.find')}
        optional
        autoComplete="off"
        maxLength={255}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <LoadError title={t('skus.failed')} error={error} onRetry={refetch} />}
      {found?.length === 0 && <p className={styles['muted']}>{t('skus.noMatch')}</p>}
      <ul className={styles['found']} aria-label={t('skus.sku')} aria-live="polite">
        {found?.map(({ id, name, prime_sku, is_bundle: isBundle }) => (
          <li key={id}>
            <PartName part={{ name, prime_sku }} />
            <Button
              size="small"
              {...(isBundle && { refusal: t('skus.parts.noBundle') })}
              {...(except.includes(id) && { refusal: t('skus.parts.title') })}
              aria-label={`${t('skus.parts.add')} · ${name}`}
              onClick={() => onAdd({ sku_id: id, name, prime_sku, quantity: '1' })}
            >
              {t('skus.parts.add')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function PartName({ part: { name, prime_sku: code } }: { part: Pick<DraftPart, 'name' | 'prime_sku'> }) {
  return (
    <span className={styles['lines']}>
      <span title={name}>{name}</span>
      <small>{code}</small>
    </span>
  )
}
