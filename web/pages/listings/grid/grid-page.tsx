import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Redo from 'lucide-react/icons/redo-2'
import Replace from 'lucide-react/icons/replace'
import Undo from 'lucide-react/icons/undo-2'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/button.tsx'
import { fitColumns, type ColumnWidth } from '../../../ui/fit-columns.ts'
import { Sheet, type SheetCell, type SheetColumn } from '../../../ui/sheet.tsx'
import { EmptyState, Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useWidth } from '../../../ui/use-width.ts'
import { CellLine } from './cell-line.tsx'
import styles from './grid-page.module.css'
import type { GridField } from './grid-draft.ts'
import { SendBar } from './send-bar.tsx'
import { useGrid, type Grid } from './use-grid.ts'
import { useReplace } from './use-replace.ts'
import { type GridData, mostRows, useGridRows } from './use-grid-rows.ts'
import { later } from '../../../later.tsx'

const ReplaceDialog = later(async () => ({ default: (await import('./replace-dialog.tsx')).ReplaceDialog }))

/** Prices, special prices, alert levels and statuses of many listings at once, as in a spreadsheet. */
export function GridPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useGridRows()
  usePageTitle(t('grid.title'))
  return (
    <main className={styles['page']}>
      {data ? (
        data.rows.length > 0 ? (
          <Loaded data={data} />
        ) : (
          <EmptyState title={t('grid.none')} text={t('grid.noneText')}>
            <BackLink />
          </EmptyState>
        )
      ) : error ? (
        <LoadError title={t('grid.failed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </main>
  )
}

type Show = 'all' | 'changed' | 'wrong'

function Loaded({ data }: { data: GridData }) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const grid = useGrid(data)
  const [view, setView] = useState({ show: 'all' as Show, turn: 0 })
  const { show } = view
  // Chosen again, the rows are looked through anew.
  const setShow = (next: Show) => setView(({ turn }) => ({ show: next, turn: turn + 1 }))
  const [keyword, setKeyword] = useState('')
  const [focused, setFocused] = useState<SheetCell>()
  const { ref: roomRef, width: room } = useWidth()
  const columns = useColumns(grid, narrow, room)
  const replace = useReplace(focused, narrow)
  const { rows, texts } = useShown(grid, view, keyword)
  const titles = useMemo(
    () => ({ pending: t('grid.pending'), gone: t('grid.gone'), overtaken: t('grid.overtaken') }),
    [t],
  )
  const { stateOf } = grid
  const stateAt = useCallback(
    (at: number, key: string) => {
      const one = rows[at]
      return one && stateOf(one, key)
    },
    [rows, stateOf],
  )
  const row = focused && rows[focused.row]

  return (
    <>
      <header className={styles['head']}>
        <BackLink />
        <h1>{t('grid.title')}</h1>
        <span className={styles['muted']}>
          {t('grid.size', { count: grid.rows.length, figure: count(grid.rows.length) })}
        </span>
        <div className={styles['tools']}>
          <IconButton
            label={t('grid.undo')}
            disabled={!grid.canUndo}
            onClick={() => grid.act({ type: 'undo' })}
          >
            <Undo size={16} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('grid.redo')}
            disabled={!grid.canRedo}
            onClick={() => grid.act({ type: 'redo' })}
          >
            <Redo size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label={t('grid.replace.open')} disabled={narrow} onClick={replace.open}>
            <Replace size={16} aria-hidden="true" />
          </IconButton>
          <input
            className={styles['find']}
            type="search"
            aria-label={t('grid.find')}
            placeholder={t('grid.find')}
            value={keyword}
            onChange={(event) => setKeyword(event.currentTarget.value)}
          />
          <ShowTabs grid={grid} show={show} onChange={setShow} />
        </div>
      </header>
      {data.isCut && <p className={styles['notice']}>{t('grid.cut', { figure: count(mostRows) })}</p>}
      {narrow && <p className={styles['notice']}>{t('grid.narrow')}</p>}
      <CellLine grid={grid} row={row} field={focused?.key as GridField | undefined} isReadOnly={narrow} />
      <div className={styles['sheet']} ref={roomRef}>
        <Sheet
          handle={replace.sheet}
          label={t('grid.title')}
          columns={columns}
          rows={texts}
          titles={titles}
          isReadOnly={narrow}
          stateOf={stateAt}
          onEdit={(edits) => grid.takeEdits(edits, rows)}
          onPasteOver={(over) =>
            showToast({
              tone: 'warning',
              message: t('grid.pasteOver', { count: over, figure: count(over) }),
            })
          }
          onFocus={setFocused}
          onUndo={() => grid.act({ type: 'undo' })}
          onRedo={() => grid.act({ type: 'redo' })}
        />
      </div>
      <SendBar grid={grid} onShowWrong={() => setShow('wrong')} />
      {replace.selected && (
        <Suspense fallback={null}>
          <ReplaceDialog grid={grid} rows={rows} selected={replace.selected} onClose={replace.close} />
        </Suspense>
      )}
    </>
  )
}

function BackLink() {
  const { t } = useTranslation()
  return (
    <Link className={styles['back']} to={paths.products()} aria-label={t('grid.back')} title={t('grid.back')}>
      <ArrowLeft size={18} aria-hidden="true" />
    </Link>
  )
}

function ShowTabs({ grid, show, onChange }: { grid: Grid; show: Show; onChange: (show: Show) => void }) {
  const { t } = useTranslation()
  const { listings, errors, overtaken, refused } = grid.counts
  const choices = [
    ['all', grid.rows.length],
    ['changed', listings],
    ['wrong', errors + overtaken + refused],
  ] as const
  return (
    <fieldset className={styles['show']} aria-label={t('grid.rows')}>
      {choices.map(([name, figure]) => (
        <button key={name} type="button" aria-pressed={show === name} onClick={() => onChange(name)}>
          {t(`grid.show.${name}`)} <span>{count(figure)}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** Numbers of the rows, borders and the scroll bar. */
const besideColumns = 72

function useColumns({ rows, ofShops }: Grid, isNarrow: boolean, room: number): SheetColumn[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const currencies = new Set(rows.map(({ currency }) => currency))
    const unit = currencies.size === 1 ? ` (${[...currencies].join('')})` : ''
    const columns: (SheetColumn & ColumnWidth)[] = [
      { key: 'product', title: t('products.product'), width: 230, grow: 3, isPinned: true },
      ...(ofShops.size > 1
        ? [{ key: 'shop', title: t('grid.shop'), width: 130, grow: 1, max: 240, isPinned: true }]
        : []),
      { key: 'code', title: t('grid.code'), width: 120, isPinned: true },
      ...(currencies.size > 1
        ? [{ key: 'currency', title: t('grid.currency'), width: 74, isPinned: true }]
        : []),
      { key: 'price', title: `${t('products.price')}${unit}`, width: 120, isRight: true },
      { key: 'special', title: `${t('grid.special')}${unit}`, width: 170, isRight: true },
      { key: 'from', title: t('grid.from'), width: 140 },
      { key: 'to', title: t('grid.to'), width: 140 },
      { key: 'threshold', title: t('products.threshold'), width: 110, isRight: true },
      { key: 'status', title: t('products.status'), width: 110 },
    ]
    if (isNarrow) return columns.map((one) => ({ ...one, isPinned: one.key === 'product' }))
    const { widths } = fitColumns(columns, room - besideColumns)
    return columns.map((one) => ({ ...one, width: widths.get(one.key) ?? one.width }))
  }, [rows, ofShops, isNarrow, room, t])
}

/**
 * The rows in sight and their texts, which stay the same as long as nothing of them changes. A row that was shown keeps its place
 * until something else is chosen: the sheet knows its cells by their places, and would give what is being typed to another row.
 */
function useShown(
  { rows, sheet, checked, isRefused }: Grid,
  { show, turn }: { show: Show; turn: number },
  keyword: string,
) {
  const wanted = keyword.trim().toLocaleLowerCase()
  const isWhole = show === 'all' && wanted === ''
  const key = `${turn} ${wanted}`
  const found = useMemo(() => {
    if (isWhole) return []
    return rows.flatMap((row, at) => {
      const edits = checked.get(row.id)
      const isWrong = (edits && Object.keys(edits.errors).length > 0) || isRefused(row.id)
      if ((show === 'changed' && !edits) || (show === 'wrong' && !isWrong)) return []
      const texts = sheet[at] ?? {}
      const isWanted = `${texts['product']} ${texts['code']}`.toLocaleLowerCase().includes(wanted)
      return isWanted ? [row.id] : []
    })
  }, [rows, sheet, checked, isRefused, show, wanted, isWhole])
  const [kept, setKept] = useState({ key, ids: found })
  const ids = useMemo(
    () => (kept.key === key ? [...new Set([...kept.ids, ...found])] : found),
    [kept, key, found],
  )
  if (kept.key !== key || kept.ids.length !== ids.length) setKept({ key, ids })
  return useMemo(() => {
    if (isWhole) return { rows, texts: sheet }
    const places = new Map(rows.map(({ id }, at) => [id, at]))
    const at = ids.flatMap((id) => places.get(id) ?? [])
    return { rows: at.flatMap((place) => rows[place] ?? []), texts: at.map((place) => sheet[place] ?? {}) }
  }, [rows, sheet, ids, isWhole])
}
