import X from 'lucide-react/icons/x'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthOf } from '../../../../model/listing-limits.ts'
import { templateLimitsOf } from '../../../../model/template-limits.ts'
import { count } from '../../../parts/figures.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useFieldError } from '../form/draft-field.tsx'
import form from '../template-page.module.css'
import { useDraft, useFrame } from '../form/use-draft.ts'
import { type Axis, valuesIn } from './axes-of.ts'
import styles from './variants.module.css'

type Props = {
  at: number
  axis: Axis
  /** Nothing of it is stored until it has a value. */
  isNew?: boolean
  onRename: (name: string) => void
  onValues: (values: string[], name: string) => void
  onRemove: () => void
}

/** One axis: its name, and its values as chips. Enter or a comma adds a value, Backspace in the empty field takes the last one off. */
export function AxisChips({ at, axis, isNew = false, onRename, onValues, onRemove }: Props) {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const [ownName, setOwnName] = useState('')
  const [typed, setTyped] = useState('')
  const nameField = useRef<HTMLInputElement>(null)
  const [wasNew] = useState(isNew)
  useEffect(() => {
    if (wasNew) nameField.current?.focus()
  }, [wasNew])
  const name = isNew ? ownName : axis.name
  const error = useFieldError(`variant_names.${at}`)
  const place = t('templates.axisAt', { at: at + 1 })

  function add(text: string) {
    const found = valuesIn(text, axis.values)
    setTyped('')
    if (found.length > 0) onValues([...axis.values, ...found], name)
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === ',') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && axis.values.length > 0)
      onValues(axis.values.slice(0, -1), name)
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!/[,\t\n]/.test(text)) return
    event.preventDefault()
    add(text)
  }
  return (
    <fieldset className={styles['axis']} aria-label={name || place}>
      <input
        className={styles['axisName']}
        data-field={`variant_names.${at}`}
        aria-label={t('templates.axisName', { at: at + 1 })}
        aria-invalid={error !== undefined}
        placeholder={t('templates.axisExample')}
        maxLength={255}
        value={name}
        ref={nameField}
        onChange={(event) =>
          isNew ? setOwnName(event.currentTarget.value) : onRename(event.currentTarget.value)
        }
        onBlur={() => !isNew && draft.leave(`variant_names.${at}`)}
      />
      <span className={styles['chips']}>
        {axis.values.map((value) => (
          <span key={value} className={styles['chip']}>
            {value}
            <button
              type="button"
              aria-label={t('templates.removeValue', { value })}
              onClick={() =>
                onValues(
                  axis.values.filter((one) => one !== value),
                  name,
                )
              }
            >
              <X size={12} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          className={styles['addValue']}
          aria-label={t('templates.addValue', { axis: name || place })}
          placeholder={t('templates.valueExample')}
          maxLength={2000}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => typed.trim() !== '' && add(typed)}
        />
      </span>
      <IconButton label={t('templates.removeAxis', { axis: name || place })} onClick={onRemove}>
        <X size={15} aria-hidden="true" />
      </IconButton>
      <TypedLength text={typed} />
      {error && (
        <p className={form['error']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Characters of the value that is being typed, where a chosen channel limits them. */
function TypedLength({ text }: { text: string }) {
  const { t } = useTranslation()
  const most = useDraft(({ content }) =>
    Math.min(...content.platform_ids.map((id) => templateLimitsOf(id).variantValue)),
  )
  const length = lengthOf(text.trim())
  if (length === 0 || most >= templateLimitsOf(0).variantValue) return null
  return (
    <p className={`${form['counter']} ${styles['typed']}`}>
      <span data-over={length > most || undefined}>
        <b>{count(length)}</b> {t('templates.lengthOf', { least: count(1), most: count(most) })}
      </span>
    </p>
  )
}
