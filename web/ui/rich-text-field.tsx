import Bold from 'lucide-react/icons/bold'
import Italic from 'lucide-react/icons/italic'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Underline from 'lucide-react/icons/underline'
import Squire from 'squire-rte'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { describedBy, FieldNotes } from './field-notes.tsx'
import styles from './rich-text-field.module.css'

export type RichTextLabels = Record<
  'format' | 'bold' | 'italic' | 'underline' | 'bullets' | 'numbers',
  string
>

type Props = {
  label: string
  labels: RichTextLabels
  /** HTML to begin with; later ones are not taken over. */
  initial: string
  /** Leaves nothing but what the text may hold. What is pasted passes here. */
  clean: (html: string) => string
  help?: string
  error?: string | undefined
  onChange: (html: string) => void
}

const marks = { B: 'bold', I: 'italic', U: 'underline', UL: 'bullets', OL: 'numbers' } as const
type Mark = keyof typeof marks

/** No textarea holds marks. */
const editable = { role: 'textbox', tabIndex: 0 } as const

/** A text with bold, italic, underlined and lists. Ctrl B, I, U and Z work; Tab leaves the field. */
export function RichTextField({ label, labels, initial, clean, help, error, onChange }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const editor = useRef<Squire | null>(null)
  const latest = useRef({ onChange, clean, initial })
  useEffect(() => {
    latest.current = { onChange, clean, initial }
  })
  const [on, setOn] = useState<Mark[]>([])
  useEffect(() => {
    if (!root.current) return
    const squire = new Squire(root.current, {
      blockTag: 'P',
      addLinks: false,
      sanitizeToDOMFragment: (html) => {
        const { body } = new DOMParser().parseFromString(latest.current.clean(html), 'text/html')
        const fragment = document.createDocumentFragment()
        fragment.append(...body.childNodes)
        return fragment
      },
    })
    squire.setHTML(latest.current.initial)
    // Within a list it would indent, and nobody could leave the field by keyboard.
    squire.setKeyHandler('Tab', null)
    squire.setKeyHandler('Shift-Tab', null)
    // The library writes some texts in another way, which is no change of them.
    const { initial: begun, clean: cleaned } = latest.current
    const rewritten = cleaned(squire.getHTML())
    squire.addEventListener('input', () => {
      const html = latest.current.clean(squire.getHTML())
      latest.current.onChange(html === rewritten ? begun : html)
    })
    const note = () => setOn((Object.keys(marks) as Mark[]).filter((mark) => squire.hasFormat(mark)))
    squire.addEventListener('pathChange', note)
    squire.addEventListener('select', note)
    editor.current = squire
    return () => squire.destroy()
  }, [])

  function toggle(mark: Mark) {
    const squire = editor.current
    if (!squire) return
    const isOn = squire.hasFormat(mark)
    const [begin, end] = {
      B: [() => squire.bold(), () => squire.removeBold()],
      I: [() => squire.italic(), () => squire.removeItalic()],
      U: [() => squire.underline(), () => squire.removeUnderline()],
      UL: [() => squire.makeUnorderedList(), () => squire.removeList()],
      OL: [() => squire.makeOrderedList(), () => squire.removeList()],
    }[mark] as [() => unknown, () => unknown]
    if (isOn) end()
    else begin()
    squire.focus()
  }

  const icons: Record<Mark, ReactNode> = {
    B: <Bold size={16} aria-hidden="true" />,
    I: <Italic size={16} aria-hidden="true" />,
    U: <Underline size={16} aria-hidden="true" />,
    UL: <List size={16} aria-hidden="true" />,
    OL: <ListOrdered size={16} aria-hidden="true" />,
  }
  return (
    <div className={styles['field']}>
      <span id={`${id}-label`} className={styles['label']}>
        {label}
      </span>
      <div className={styles['frame']} data-invalid={error !== undefined || undefined}>
        <div className={styles['bar']} role="toolbar" aria-label={labels.format}>
          {(Object.keys(marks) as Mark[]).map((mark) => (
            <IconButton
              key={mark}
              label={labels[marks[mark]]}
              aria-pressed={on.includes(mark)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => toggle(mark)}
            >
              {icons[mark]}
            </IconButton>
          ))}
        </div>
        <div
          ref={root}
          className={styles['text']}
          {...editable}
          aria-multiline="true"
          aria-labelledby={`${id}-label`}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { help, error })}
        />
      </div>
      <FieldNotes id={id} help={help} error={error} />
    </div>
  )
}
