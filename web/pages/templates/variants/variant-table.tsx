import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TemplateSku } from '../../../../model/product-template.ts'
import { count } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { cellsIn } from '../../../ui/pasted-cells.ts'
import { showToast } from '../../../ui/toast.ts'
import form from '../template-page.module.css'
import { useDraft, useFieldProblem, useFrame } from '../form/use-draft.ts'
import { useFieldName, useProblemText } from '../form/use-problem-text.ts'
import { VariantCell } from './variant-cell.tsx'
import { VariantPhoto } from './variant-photo.tsx'
import { cellOfText, columnsFor, textOfCell, type VariantColumn } from './variant-columns.ts'
import styles from './variants.module.css'

/** SKUs as in a spreadsheet: arrows, fill down (Ctrl D) and the clipboard of Excel. Each cell draws itself alone. */
export function VariantTable() {
  const { t } = useTranslation()
  const { draft, currency } = useFrame()
  const table = useRef<HTMLTableElement>(null)
  const focused = useRef<{ row: number; column: number }>({ row: 0, column: 0 })
  const rows = useDraft(({ content }) => content.skus.length)
  const platforms = useDraft(({ content }) => content.platform_ids)
  const hasSpecial = useDraft(({ content }) => content.skus.some((sku) => sku.special_price !== null))
  const columns = columnsFor(platforms, hasSpecial)

  function focus(row: number, column: number): boolean {
    const cell = table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}.${column}"]`)
    cell?.focus()
    if (cell?.type === 'text') cell.select()
    return cell !== null && cell !== undefined
  }
  /** Writes texts into the cells from one on; those beyond the table are left out. */
  function write(row: number, column: number, texts: string[][]) {
    const skus = draft.get().content.skus.map((sku, at): TemplateSku => {
      const line = texts[at - row]
      if (!line) return sku
      const parts = line.map((text, by) => {
        const target = columns[column + by]
        return target ? cellOfText(target, text, currency) : {}
      })
      return Object.assign({}, sku, ...parts) as TemplateSku
    })
    draft.change({ skus })
    draft.leaveAll(
      texts.flatMap((line, down) => line.map((_, by) => `skus.${row + down}.${columns[column + by]?.field}`)),
    )
    void draft.save()
  }
  function fillDown() {
    const { row, column } = focused.current
    const [sku, target] = [draft.get().content.skus[row], columns[column]]
    if (!sku || !target) return
    const text = textOfCell(sku, target.field)
    write(
      row,
      column,
      Array.from({ length: rows - row }, () => [text]),
    )
  }
  function press(event: KeyboardEvent) {
    const input = event.target instanceof HTMLInputElement ? event.target : null
    const { row, column } = focused.current
    if (!input?.dataset['cell']) return
    const isWithCommand = event.ctrlKey || event.metaKey
    if (isWithCommand && event.key.toLowerCase() === 'd') {
      event.preventDefault()
      return fillDown()
    }
    if (isWithCommand || event.altKey) return
    const isText = input.type === 'text'
    const [start, end, last] = isText
      ? [input.selectionStart, input.selectionEnd, input.value.length]
      : [0, 0, 0]
    const isWhole = start === 0 && end === last
    // In a date the arrow keys change its parts.
    const step = !isText
      ? undefined
      : {
          ArrowDown: [1, 0],
          ArrowUp: [-1, 0],
          Enter: [event.shiftKey ? -1 : 1, 0],
          ArrowLeft: isWhole || (start === 0 && end === 0) ? [0, -1] : undefined,
          ArrowRight: isWhole || (start === last && end === last) ? [0, 1] : undefined,
        }[event.key]
    if (step && focus(row + (step[0] ?? 0), column + (step[1] ?? 0))) event.preventDefault()
  }
  function paste(event: ClipboardEvent) {
    const cells = cellsIn(event.clipboardData?.getData('text') ?? '')
    if (cells.length === 1 && cells[0]?.length === 1) return
    event.preventDefault()
    write(focused.current.row, focused.current.column, cells)
    const over = focused.current.row + cells.length - rows
    if (over > 0)
      showToast({ tone: 'warning', message: t('grid.pasteOver', { count: over, figure: count(over) }) })
  }
  const onKey = useEffectEvent(press)
  const onPaste = useEffectEvent(paste)
  useEffect(() => {
    const element = table.current
    const onFocus = ({ target }: FocusEvent) => {
      const place = target instanceof HTMLElement ? (target.dataset['cell'] ?? '') : ''
      const [row, column] = place.split('.').map(Number)
      if (row !== undefined && column !== undefined) focused.current = { row, column }
    }
    element?.addEventListener('keydown', onKey)
    element?.addEventListener('paste', onPaste)
    element?.addEventListener('focusin', onFocus)
    return () => {
      element?.removeEventListener('keydown', onKey)
      element?.removeEventListener('paste', onPaste)
      element?.removeEventListener('focusin', onFocus)
    }
  }, [])
  return (
    <>
      <section className={styles['scroller']} tabIndex={0} aria-label={t('templates.variantTable')}>
        <table ref={table} className={styles['table']} aria-label={t('templates.variantTable')}>
          <thead>
            <tr>
              <th scope="col">{t('templates.variant')}</th>
              {columns.map(({ field, kind }) => (
                <th key={field} scope="col" data-end={kind === 'money' || kind === 'whole' || undefined}>
                  {t(`templates.field.${field}`)} {kind === 'money' && <small>{currency}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: rows }, (_, row) => (
              <VariantRow
                key={row}
                row={row}
                columnKey={columns.map(({ field }) => field).join(' ')}
                columns={columns}
              />
            ))}
          </tbody>
        </table>
      </section>
      <RowErrors rows={rows} columns={columns} />
      {rows > 1 && (
        <div className={form['sectionHead']}>
          <p className={form['muted']}>{t('templates.tableKeys')}</p>
          <Button
            size="small"
            icon={<ArrowDownToLine size={14} aria-hidden="true" />}
            // The focus must stay where the filling begins.
            onMouseDown={(event) => event.preventDefault()}
            onClick={fillDown}
          >
            {t('templates.fillDown')}
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = { row: number; columns: VariantColumn[]; columnKey: string }

const VariantRow = memo(
  function VariantRow({ row, columns }: RowProps) {
    const { t } = useTranslation()
    const label = useDraft(({ content }) => content.skus[row]?.variants.join(' · ') ?? '')
    return (
      <tr>
        <th scope="row">
          <span className={styles['variant']}>
            <VariantPhoto row={row} label={label || t('templates.oneVariant')} />
            <span>{label || t('templates.oneVariant')}</span>
          </span>
        </th>
        {columns.map((column, at) => (
          <VariantCell key={column.field} row={row} at={at} {...column} label={label} />
        ))}
      </tr>
    )
  },
  (one, other) => one.row === other.row && one.columnKey === other.columnKey,
)

/** Messages about cells that were left, under the table where they have room. */
function RowErrors({ rows, columns }: { rows: number; columns: VariantColumn[] }) {
  return (
    <ul className={styles['errors']}>
      {Array.from({ length: rows }, (_, row) => [
        <CellError key={`${row}.variants`} path={`skus.${row}.variants`} />,
        ...columns.map(({ field }) => <CellError key={`${row}.${field}`} path={`skus.${row}.${field}`} />),
      ])}
    </ul>
  )
}

function CellError({ path }: { path: string }) {
  const problem = useFieldProblem(path)
  const problemText = useProblemText()
  const fieldName = useFieldName()
  const content = useDraft((state) => (problem ? state.content : null))
  if (!problem || !content) return null
  return (
    <li id={`error-${path}`}>
      <span role="alert">
        {fieldName(path, content)}: {problemText(problem)}
      </span>
    </li>
  )
}
